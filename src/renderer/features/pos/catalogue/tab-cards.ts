import { pos } from '#contract/pos.ts';
import { freshness } from '#renderer/lib/queries.ts';
import { read } from '#renderer/lib/read.ts';

export type CatalogueTab = 'all' | 'frequent' | 'recent';

const LIMITS = { all: 100, frequent: 10, recent: 20 } as const;

/** Returns what a tab of the till shows, as the API names it. */
export const ofTab = (tab: CatalogueTab) => ({ mode: tab, limit: LIMITS[tab] });

/** Returns the read of a tab's cards, without their units. */
export const cardsOfTab = (tab: CatalogueTab) => ({
  ...read(pos.products, { query: { ...ofTab(tab), items: 'none' } }),
  staleTime: tab === 'frequent' ? freshness.posFrequent : freshness.posAll,
});
