import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { pos } from '#contract/pos.ts';
import { api, type CallInput } from '#renderer/lib/api-client.ts';
import { freshness, queryKeys } from '#renderer/lib/queries.ts';
import { read } from '#renderer/lib/read.ts';
import { useWorkingSale } from '../sale/till-context.ts';

export type CatalogueTab = 'all' | 'frequent' | 'recent';

type CatalogueQuery = CallInput<typeof pos.products>['query'];

const LIMITS = { search: 50, all: 100, frequent: 10, recent: 20 } as const;

function staleTimeOf(search: string, tab: CatalogueTab): number {
  if (search) return freshness.posSearch;
  return tab === 'frequent' ? freshness.posFrequent : freshness.posAll;
}

/** Asks for some cards with their units, which this till knows from then on. */
function useAskWithUnits() {
  const { units } = useWorkingSale();
  return async (query: CatalogueQuery, signal: AbortSignal) => {
    const answer = await api.pos.products({ query }, { signal });
    // The page has better things to do.
    requestIdleCallback(() => units.rememberProducts(answer.data));
    return answer;
  };
}

/** The product cards of a store: those of a tab, without units, or a search's. */
export function useCatalogue(search: string, tab: CatalogueTab) {
  const { storeId } = useWorkingSale();
  const askWithUnits = useAskWithUnits();
  const wanted = search.trim();
  const ofTab = { mode: tab, limit: LIMITS[tab] };
  const query: CatalogueQuery = wanted
    ? { search: wanted, limit: LIMITS.search }
    : { ...ofTab, items: 'none' };
  const cards = useQuery({
    ...read(pos.products, { query }),
    ...(wanted ? { queryFn: ({ signal }) => askWithUnits(query, signal) } : {}),
    staleTime: staleTimeOf(wanted, tab),
    placeholderData: (previous, before) =>
      wanted && before?.queryKey[3].query.search !== undefined ? previous : undefined,
    select: (answer) => answer.data,
  });
  // What a tab shows can be sold without the server, too: docs/decisions/till-catalogue.md.
  useQuery({
    queryKey: queryKeys.unitsOnTab(storeId, tab),
    queryFn: ({ signal }) => askWithUnits(ofTab, signal),
    enabled: !wanted && cards.isSuccess,
    staleTime: freshness.posUnits,
    gcTime: freshness.posUnits,
    refetchInterval: freshness.posUnits,
    // Nothing of it is drawn.
    notifyOnChangeProps: [],
  });
  return cards;
}

/** The tab that shows: what sells most once anything was sold, until another one is chosen. */
export function useOpeningTab(): [CatalogueTab, (tab: CatalogueTab) => void] {
  const frequent = useCatalogue('', 'frequent');
  // One click away, and what this till knows while the server is gone.
  useCatalogue('', 'all');
  const [chosen, setChosen] = useState<CatalogueTab | null>(null);
  // Once: what is sold meanwhile does not change the tab under somebody's hand.
  if (chosen === null && !frequent.isPending) setChosen(frequent.data?.length ? 'frequent' : 'all');
  return [chosen ?? 'frequent', setChosen];
}
