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

/** The status of a scanner that the main process owns. */
export const scannerStatus = z.object({
  /** The scanner's display name, such as `COM3` or `Honeywell Voyager 1200g`. */
  scanner: z.string(),
  /**
   * missing: unplugged or not there yet; it is looked for and opened automatically. failed: there, but cannot be used.
   */
  state: z.enum(['ready', 'missing', 'failed']),
  /** The reason why it cannot be used; display text for the cashier. */
  reason: z.string().nullable(),
});
export type ScannerStatus = z.output<typeof scannerStatus>;
export type ScannerState = ScannerStatus['state'];
