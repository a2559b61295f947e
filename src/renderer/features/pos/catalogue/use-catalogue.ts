import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { pos, type CatalogueProduct } from '#contract/pos.ts';
import { useConnection } from '#renderer/lib/connection.ts';
import { freshness } from '#renderer/lib/queries.ts';
import { read } from '#renderer/lib/read.ts';
import { useWorkingSale } from '../sale/till-context.ts';
import { cardsOfTab, type CatalogueTab } from './tab-cards.ts';

const SEARCH_LIMIT = 50;

/** Product cards: on their way, loaded, or not to be had. */
export type Catalogue = {
  isPending: boolean;
  data: CatalogueProduct[] | undefined;
  error: Error | null;
  refetch: () => unknown;
};

/** Reads a store's product cards: those of a tab without their units, or those of a search. */
function useLoadedCatalogue(search: string, tab: CatalogueTab) {
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

/**
 * Returns a store's product cards. While the server cannot be reached, what was not loaded before comes from the till's
 * copy of the store, but for the tabs that only the server can fill.
 */
export function useCatalogue(search: string, tab: CatalogueTab): Catalogue {
  const { isReachable } = useConnection();
  const { units, storeId } = useWorkingSale();
  const loaded = useLoadedCatalogue(search, tab);
  const isMissing = !isReachable && loaded.data === undefined && (search !== '' || tab === 'all');
  const copied = useQuery({
    queryKey: ['copied cards', storeId, search],
    queryFn: () => units.cards(search),
    enabled: isMissing,
    networkMode: 'always',
    gcTime: 0,
  });
  return isMissing && copied.data ? { ...loaded, isPending: false, data: copied.data } : loaded;
}

/** Returns the tab shown: the best sellers if anything was sold, until another one is chosen. */
export function useOpeningTab(): [CatalogueTab, (tab: CatalogueTab) => void] {
  const { isReachable } = useConnection();
  const frequent = useLoadedCatalogue('', 'frequent');
  // Loads the other tab in advance: it is one click away, and known while the server is gone.
  useLoadedCatalogue('', 'all');
  const [chosen, setChosen] = useState<CatalogueTab | null>(null);
  // Decided once: later sales do not change the tab while it is in use.
  if (chosen === null && !(frequent.isPending && isReachable))
    setChosen(frequent.data?.length ? 'frequent' : 'all');
  return [chosen ?? 'frequent', setChosen];
}
