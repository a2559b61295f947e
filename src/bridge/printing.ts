import { z } from '#contract/zod.ts';
import { label } from '#contract/labels.ts';
import { receipt } from '#contract/receipts.ts';
import { slip } from '#contract/slips.ts';
import type { PrintDocument } from '#domain/slip.ts';

/** A receipt, any other paper for the receipt printer, or the label of a unit; in their wire form. */
export const printDocument = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('receipt'), receipt }),
  z.object({ kind: z.literal('slip'), slip }),
  z.object({ kind: z.literal('label'), label }),
]) satisfies z.ZodType<PrintDocument>;

/** A black-and-white picture for the printer: rows from the top, each of whole bytes, the highest bit on the left. */
export const raster = z.object({
  /** Dots; a multiple of 8. */
  width: z.int().min(8).max(576).multipleOf(8),
  height: z.int().min(1).max(400),
  /** Base64; a set bit is a black dot. */
  bits: z.base64(),
});
export type Raster = z.output<typeof raster>;

/** A picture of a letter that no code page has, for a row of 24 dots; one of 24 dots takes two columns. */
export const glyph = z.object({
  /** As a reader sees it; it may be of several codes. */
  letter: z.string().min(1).max(40),
  width: z.literal([12, 24]),
  /** Base64; 24 rows from the top, each of whole bytes, the highest bit on the left, a set bit black. */
  bits: z.base64().max(100),
});
export type Glyph = z.output<typeof glyph>;

/** A document to print. `job_key` is unique for each request to print, so that asking twice prints once. */
export const printJob = z.object({
  job_key: z.string().min(1).max(100),
  document: printDocument,
  /**
   * True to kick the cash drawer before printing; at most once for a sale, never for its copies, nor later than 2
   * minutes.
   */
  open_drawer: z.boolean(),
  /** The shop's logo above the document; null without one, as on labels. */
  logo: raster.nullable(),
  /** The letters of a document that has some which no code page has; absent where none is needed. */
  glyphs: z.array(glyph).max(1_000).optional(),
});
export type PrintJob = z.output<typeof printJob>;

/**
 * queued: no byte has left; with a reason, the printer did not answer and is tried again automatically. sending: bytes
 * are leaving. confirmed: the printer took all of it. failed: it cannot be printed at all; if no printer is named, the
 * queue did not take it, as on a full disk, and the same job may be asked for again. unknown: some bytes left and then
 * the line broke; only the cashier can tell.
 */
const printStates = ['queued', 'sending', 'confirmed', 'failed', 'unknown', 'no_printer'] as const;

export const printStatus = z.object({
  job_key: z.string(),
  state: z.enum(printStates),
  /** The printer's display name, such as `192.168.1.50`. */
  printer: z.string().nullable(),
  drawer_opened: z.boolean(),
  /** The reason why it waits or failed, or the print queue that took it; display text for the cashier. */
  reason: z.string().nullable(),
});
export type PrintStatus = z.output<typeof printStatus>;

/** The status of a print job with its title, for a list of jobs. */
export const printQueueEntry = printStatus.extend({
  /** Such as `Receipt MNL-01-000123` or `Daily report`. */
  title: z.string(),
  /** Epoch milliseconds. */
  queued_at: z.number(),
});
export type PrintQueueEntry = z.output<typeof printQueueEntry>;

/**
 * A printer's condition as it reports it. unknown: it does not say; no fault, many never do. unreachable: nothing
 * answers.
 */
export const printerConditions = [
  'ready',
  'paper_low',
  'out_of_paper',
  'cover_open',
  'cutter_error',
  'offline',
  'error',
  'unknown',
  'unreachable',
] as const;
export type PrinterCondition = (typeof printerConditions)[number];

/** The result of a look at a printer, or of a test page; `reason` is display text for the cashier. */
export const printerTest = z.object({ condition: z.enum(printerConditions), reason: z.string().nullable() });
export type PrinterTest = z.output<typeof printerTest>;
