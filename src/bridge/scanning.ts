import { z } from '#contract/zod.ts';

/** One code, read by a scanner that the main process owns. */
export const scan = z.object({
  code: z.string(),
  /** The scanner's name, as in its status. */
  scanner: z.string(),
  /** Epoch milliseconds. */
  at: z.number(),
});
export type Scan = z.output<typeof scan>;

/** How a scanner that the main process owns fares. */
export const scannerStatus = z.object({
  /** What people call it, such as `COM3` or `Honeywell Voyager 1200g`. */
  scanner: z.string(),
  /** missing: unplugged, or not there yet; it is looked for and opened by itself. failed: there, and cannot be used. */
  state: z.enum(['ready', 'missing', 'failed']),
  /** Why it cannot be used, in words for the cashier. */
  reason: z.string().nullable(),
});
export type ScannerStatus = z.output<typeof scannerStatus>;
export type ScannerState = ScannerStatus['state'];
