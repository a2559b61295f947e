import { z } from 'zod';
import { receipt } from '#contract/receipts.ts';
import { receiptWidths } from '#domain/receipt.ts';

// What the till's hardware offers the screen, as messages. Everything that crosses between the page and the main
// process is parsed with these on arrival; receipts cross in their wire form.

/** One code, read by a scanner that the main process owns. */
export const scan = z.object({ code: z.string().min(1).max(512), scanner: z.string(), at: z.number() });
export type Scan = z.output<typeof scan>;

/** A receipt to print. `job_key` is unique for each wish to print, so that asking twice prints once. */
export const printJob = z.object({
  job_key: z.string().min(1).max(100),
  receipt,
  /** Kick the cash drawer before printing; at most once for a sale. */
  open_drawer: z.boolean(),
});
export type PrintJob = z.output<typeof printJob>;
export type PrintJobMessage = z.input<typeof printJob>;

/**
 * queued: no byte has left; with a reason, the printer did not answer and it is tried again by itself. sending: bytes
 * are leaving. confirmed: the printer took all of it. failed: it cannot be printed at all. unknown: some bytes left and
 * then the line broke; only the cashier can tell.
 */
export const printStates = ['queued', 'sending', 'confirmed', 'failed', 'unknown', 'no_printer'] as const;

export const printStatus = z.object({
  job_key: z.string(),
  state: z.enum(printStates),
  /** What people call the printer, such as `192.168.1.50`. */
  printer: z.string().nullable(),
  drawer_opened: z.boolean(),
  /** Why it waits or failed, in words for the cashier. */
  reason: z.string().nullable(),
});
export type PrintStatus = z.output<typeof printStatus>;

/** The working cart as the till keeps it for the case of a crash: opaque JSON of the screen, with when and whose. */
export const draftSnapshot = z.object({
  staff_id: z.int(),
  store_id: z.int(),
  saved_at: z.number(),
  cart: z.string().max(1_000_000),
});
export type DraftSnapshot = z.output<typeof draftSnapshot>;

/** How a receipt printer on the network is reached and what it can do. */
export const printerSettings = z.object({
  host: z.string().trim().min(1, 'Printer address is required').max(255),
  port: z.int().min(1).max(65_535),
  columns: z.union(receiptWidths.map((width) => z.literal(width))),
  cutter: z.boolean(),
  drawer_pin: z.union([z.literal(2), z.literal(5)]).nullable(),
});
export type PrinterSettings = z.output<typeof printerSettings>;

export const tillSettings = z.object({
  server_url: z.url(),
  till_name: z.string().max(100),
  printer: printerSettings.nullable(),
});
export type TillSettings = z.output<typeof tillSettings>;

/** What `window.till` offers; a browser answers the same interface by its own means. */
export type Till = {
  kind: 'electron' | 'browser';
  scanner: {
    /** Calls `listener` for each scan of a scanner the main process owns; answers how to stop. */
    onScan: (listener: (scan: Scan) => void) => () => void;
  };
  printer: {
    /** Puts a job in the queue. Answers at once; the outcome comes through `onStatus`. */
    print: (job: PrintJobMessage) => Promise<PrintStatus>;
    onStatus: (listener: (status: PrintStatus) => void) => () => void;
  };
  drafts: {
    save: (snapshot: DraftSnapshot) => Promise<void>;
    load: () => Promise<DraftSnapshot | null>;
    clear: () => Promise<void>;
  };
  settings: {
    read: () => Promise<TillSettings | null>;
    write: (settings: TillSettings) => Promise<void>;
  };
};
