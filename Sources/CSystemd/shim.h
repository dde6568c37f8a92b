// libsystemd: sd-daemon, sd-event, sd-journal, sd-id128.
// Variadic calls (sd_notifyf, sd_journal_send) do not import into Swift; the vector forms do.
#pragma once
#define SD_JOURNAL_SUPPRESS_LOCATION 1
#include <signal.h>
#include <systemd/sd-bus.h>
#include <systemd/sd-daemon.h>
#include <systemd/sd-event.h>
#include <systemd/sd-id128.h>
#include <systemd/sd-journal.h>
