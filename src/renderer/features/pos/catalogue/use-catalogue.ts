import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { pos } from '#contract/pos.ts';
import { freshness } from '#renderer/lib/queries.ts';
import { read } from '#renderer/lib/read.ts';
import { cardsOfTab, type CatalogueTab } from './tab-cards.ts';

const SEARCH_LIMIT = 50;

/** Reads a store's product cards: those of a tab without their units, or those of a search. */
export function useCatalogue(search: string, tab: CatalogueTab) {
  const wanted = search.trim();
  const ofSearch = {
    ...read(pos.products, { query: { search: wanted, limit: SEARCH_LIMIT } }),
    staleTime: freshness.posSearch,
  };
  return useQuery({
    ...(wanted ? ofSearch : cardsOfTab(tab)),
    placeholderData: (previous, before) =>
      wanted && before?.queryKey[3].query.search !== undefined ? previous : undefined,
    select: (answer) => answer.data,
  });
}

/** Returns the tab shown: the best sellers if anything was sold, until another one is chosen. */
export function useOpeningTab(): [CatalogueTab, (tab: CatalogueTab) => void] {
  const frequent = useCatalogue('', 'frequent');
  // Loads the other tab in advance: it is one click away, and known while the server is gone.
  useCatalogue('', 'all');
  const [chosen, setChosen] = useState<CatalogueTab | null>(null);
  // Decided once: later sales do not change the tab while it is in use.
  if (chosen === null && !frequent.isPending) setChosen(frequent.data?.length ? 'frequent' : 'all');
  return [chosen ?? 'frequent', setChosen];
}
