// libqrencode: what a camera reads, as a square of modules.
#pragma once
#include <qrencode.h>
