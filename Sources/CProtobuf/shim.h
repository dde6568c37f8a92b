// protobuf-c: what its generated code calls.
#pragma once
#include <protobuf-c/protobuf-c.h>
