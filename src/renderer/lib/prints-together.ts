import type { PrintStatus } from '#bridge/printing.ts';

/** The state that is told where prints do not all stand alike. */
const gravestFirst: readonly PrintStatus['state'][] = ['no_printer', 'failed', 'unknown', 'queued'];

/**
 * How prints that were asked for together stand: as the gravest of them, and printed once all are. Null while there is
 * nothing to say of them; null among them is one that was not sent yet.
 */
export function together(prints: readonly (PrintStatus | null)[]): PrintStatus | null {
  // What waits without a reason is on its way.
  const news = prints.filter((print) => print && (print.state !== 'queued' || print.reason !== null));
  for (const state of gravestFirst) {
    const grave = news.find((print) => print?.state === state);
    if (grave) return grave;
  }
  return prints.every((print) => print?.state === 'confirmed') ? (prints.at(-1) ?? null) : null;
}
