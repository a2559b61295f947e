// One code, read by a scanner that the main process owns, and how those scanners fare.

export type Scan = {
  code: string;
  /** The scanner's name, as in its status. */
  scanner: string;
  /** Epoch milliseconds. */
  at: number;
};

/** missing: unplugged, or not there yet; it is looked for and opened by itself. failed: there, and cannot be used. */
export type ScannerState = 'ready' | 'missing' | 'failed';

export type ScannerStatus = {
  /** What people call it, such as `COM3` or `Honeywell Voyager 1200g`. */
  scanner: string;
  state: ScannerState;
  /** Why it cannot be used, in words for the cashier. */
  reason: string | null;
};
