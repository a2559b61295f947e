import type { PrintStatus } from '#bridge/printing.ts';

/** What of papers that do not all stand alike is told. */
const gravestFirst: readonly PrintStatus['state'][] = ['no_printer', 'failed', 'unknown', 'queued'];

/**
 * How papers that were asked for together stand: as the gravest of them, and printed once all are. Null while there is
 * nothing to say of them; null among them is one that was not sent yet.
 */
export function together(papers: readonly (PrintStatus | null)[]): PrintStatus | null {
  // What waits without a reason is on its way.
  const news = papers.filter((paper) => paper && (paper.state !== 'queued' || paper.reason !== null));
  for (const state of gravestFirst) {
    const grave = news.find((paper) => paper?.state === state);
    if (grave) return grave;
  }
  return papers.every((paper) => paper?.state === 'confirmed') ? (papers.at(-1) ?? null) : null;
}
