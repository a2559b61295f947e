import { pos } from '#contract/pos.ts';
import { freshness } from '#renderer/lib/queries.ts';
import { read } from '#renderer/lib/read.ts';

export type CatalogueTab = 'all' | 'frequent' | 'recent';

const LIMITS = { all: 100, frequent: 10, recent: 20 } as const;

/** Returns the read of a tab's cards, without their units. */
export const cardsOfTab = (tab: CatalogueTab) => ({
  ...read(pos.products, { query: { mode: tab, limit: LIMITS[tab], items: 'none' } }),
  staleTime: tab === 'frequent' ? freshness.posFrequent : freshness.posAll,
});
