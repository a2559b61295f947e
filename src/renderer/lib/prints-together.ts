import type { PrintStatus } from '#bridge/printing.ts';

/** The state that is reported when prints differ. */
const gravestFirst: readonly PrintStatus['state'][] = ['no_printer', 'failed', 'unknown', 'queued'];

/**
 * Returns the joint state of prints requested together: the gravest one, and printed once all are. Null while there is
 * nothing to report; a null print was not sent yet.
 */
export function together(prints: readonly (PrintStatus | null)[]): PrintStatus | null {
  // A queued print without a reason is on its way.
  const news = prints.filter((print) => print && (print.state !== 'queued' || print.reason !== null));
  for (const state of gravestFirst) {
    const grave = news.find((print) => print?.state === state);
    if (grave) return grave;
  }
  return prints.every((print) => print?.state === 'confirmed') ? (prints.at(-1) ?? null) : null;
}
