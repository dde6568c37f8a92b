// Calls on files that fail as a test wants, in the thread that wants it.
#pragma once

enum disk_fault_mode {
  /// The call does nothing and fails.
  disk_fault_undone,
  /// The call does what it should, and says that it failed.
  disk_fault_done,
  /// A write writes half and fails; what cannot be halved does nothing.
  disk_fault_half,
  /// Only writes that make a file longer fail, and they always do: a full disk.
  disk_fault_full,
  /// Only writes fail; they do what they should, and say that they failed.
  disk_fault_writes_done,
};

/// From now on the calls of this thread that write, sync, truncate, open or rename are counted, and
/// the one after `spared` others fails with `error`; all that follow as well where `for_good`.
void disk_fault_arm(int spared, int for_good, int error, enum disk_fault_mode mode);

/// Ends that; returns how many calls failed.
int disk_fault_disarm(void);
