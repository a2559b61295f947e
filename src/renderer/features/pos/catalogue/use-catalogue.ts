import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { pos } from '#contract/pos.ts';
import { api } from '#renderer/lib/api.ts';
import { type CallInput } from '#renderer/lib/api-client.ts';
import { freshness, queryKeys } from '#renderer/lib/queries.ts';
import { read } from '#renderer/lib/read.ts';
import { useWorkingSale } from '../sale/till-context.ts';
import { cardsOfTab, ofTab, type CatalogueTab } from './tab-cards.ts';

type CatalogueQuery = CallInput<typeof pos.products>['query'];

const SEARCH_LIMIT = 50;

/** Reads cards with their units, and keeps those units on this till. */
function useAskWithUnits() {
  const { units } = useWorkingSale();
  return async (query: CatalogueQuery, signal: AbortSignal) => {
    const answer = await api.pos.products({ query }, { signal });
    // Waits until the page is idle.
    requestIdleCallback(() => units.rememberProducts(answer.data));
    return answer;
  };
}

/** Reads a store's product cards: those of a tab without their units, or those of a search. */
export function useCatalogue(search: string, tab: CatalogueTab) {
  const { storeId } = useWorkingSale();
  const askWithUnits = useAskWithUnits();
  const wanted = search.trim();
  const found: CatalogueQuery = { search: wanted, limit: SEARCH_LIMIT };
  const ofSearch = {
    ...read(pos.products, { query: found }),
    queryFn: ({ signal }: { signal: AbortSignal }) => askWithUnits(found, signal),
    staleTime: freshness.posSearch,
  };
  const cards = useQuery({
    ...(wanted ? ofSearch : cardsOfTab(tab)),
    placeholderData: (previous, before) =>
      wanted && before?.queryKey[3].query.search !== undefined ? previous : undefined,
    select: (answer) => answer.data,
  });
  // Units on a tab can be sold without the server, too: docs/decisions/till-catalogue.md.
  useQuery({
    queryKey: queryKeys.unitsOnTab(storeId, tab),
    queryFn: ({ signal }) => askWithUnits(ofTab(tab), signal),
    enabled: !wanted && cards.isSuccess,
    staleTime: freshness.posUnits,
    gcTime: freshness.posUnits,
    refetchInterval: freshness.posUnits,
    // Its data is not rendered.
    notifyOnChangeProps: [],
  });
  return cards;
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
