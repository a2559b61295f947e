import type { PrintStatus } from '#bridge/printing.ts';
import type { SlipDocument } from '#domain/slip.ts';
import { sendToPrinter } from './print-document.ts';
import { till } from './till.ts';

/** The result of opening the drawer; `reason` in words for the cashier. */
export type DrawerKick = { state: 'opened' | 'unsure' | 'closed'; reason: string | null };

/** Milliseconds after which an unfinished slip is taken back. */
const ANSWER_LIMIT = 15_000;

const isDone = ({ state }: PrintStatus) => ['confirmed', 'failed', 'unknown', 'no_printer'].includes(state);
/** True while it, or a print before it, waits for a printer that does not answer. */
const waitsInVain = ({ state, reason }: PrintStatus) => state === 'queued' && reason !== null;

function kickOf({ state, drawer_opened, reason }: PrintStatus): DrawerKick {
  if (state === 'unknown') return { state: 'unsure', reason };
  if (state !== 'confirmed') return { state: 'closed', reason };
  return drawer_opened ? { state: 'opened', reason: null } : { state: 'closed', reason: 'It has no drawer' };
}

/** Follows a print job until it ends or cannot continue. */
function followJob(key: string) {
  const ended = Promise.withResolvers<'ended'>();
  const stuck = Promise.withResolvers<'stuck'>();
  const heard: { latest: PrintStatus | null; reason: string | null } = { latest: null, reason: null };
  const hear = (status: PrintStatus) => {
    if (status.job_key === key) heard.latest = status;
    if (waitsInVain(status)) {
      heard.reason = status.reason;
      stuck.resolve('stuck');
    }
    if (status.job_key === key && isDone(status)) ended.resolve('ended');
  };
  const stopListening = till.printer.onStatus(hear);
  const limit = setTimeout(() => stuck.resolve('stuck'), ANSWER_LIMIT);
  const stop = () => {
    clearTimeout(limit);
    stopListening();
  };
  return { heard, hear, ended: ended.promise, stuck: stuck.promise, stop };
}

/**
 * Prints a slip that kicks the drawer, once. A slip that must wait is taken back: otherwise the drawer would open
 * unattended when the printer is on again.
 */
export async function kickDrawer(slip: SlipDocument, key: string): Promise<DrawerKick> {
  const { heard, hear, ended, stuck, stop } = followJob(key);
  try {
    const first = await sendToPrinter({ kind: 'slip', slip }, { key, openDrawer: true });
    if (first) hear(first);
    if ((await Promise.race([ended, stuck])) === 'stuck') {
      await till.printer.forget(key);
      // A job being sent cannot be taken back; the printer's own time limits end it.
      if (heard.latest?.state === 'sending') await ended;
    }
    const { latest } = heard;
    if (!latest || !isDone(latest)) return { state: 'closed', reason: heard.reason };
    // This slip is never requested again.
    if (latest.state !== 'confirmed') await till.printer.forget(key);
    return kickOf(latest);
  } finally {
    stop();
  }
}
