// What the program that sets up the shop's server on this computer ends with. The till reads it, and that program is started
// with other rights than the till's, so a number is all that comes back.

/** The exit codes of the set-up of a server: what it needs of this computer. */
export const setupCodes = {
  done: 0,
  failed: 1,
  /** No room on the disk. */
  full: 3,
  /** A file or folder cannot be written. */
  locked: 4,
  /** Task Scheduler, or systemd, does not take the server. */
  unscheduled: 5,
  /** The files that came with the till are not those that it looked at. */
  changed: 6,
} as const;

/** The port of a server where none was chosen. */
export const SERVER_PORT = 4100;
