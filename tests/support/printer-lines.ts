import type { LineLimits, PrinterLine } from '#main/printing/line.ts';
import { lineTransport, type TalkLimits } from '#main/printing/line-transport.ts';
import type { PrinterTransport } from '#main/printing/transport.ts';

/** Limits for a printer on the same computer, so that a test of a stall is short. */
export const shortLimits: LineLimits = { connect: 1_000, idle: 800, close: 1_000 };
export const shortTalk: TalkLimits = { status: 400, recheck: 200, inOrder: 400 };

/** Makes the transport of an open line, with short limits; `asks` is the printer's status setting. */
export function shortTransport(
  open: () => Promise<PrinterLine>,
  asks: boolean,
  limits = shortTalk,
): PrinterTransport {
  let answered = false;
  return lineTransport({
    printer: 'The printer at test',
    open,
    asksStatus: asks,
    hasAnswered: {
      read: () => answered,
      note: () => {
        answered = true;
      },
    },
    limits,
  });
}
