import { useQuery, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { pos, type CatalogueProduct } from '#contract/pos.ts';
import { api, keyOf } from '#renderer/lib/api-client.ts';
import { freshness } from '#renderer/lib/queries.ts';
import { read } from '#renderer/lib/read.ts';
import { useWorkingSale } from '../sale/till-context.ts';

export type CatalogueTab = 'all' | 'frequent' | 'recent';

const LIMITS = { search: 50, all: 100, frequent: 10, recent: 20 } as const;

function staleTimeOf(search: string, tab: CatalogueTab): number {
  if (search) return freshness.posSearch;
  return tab === 'frequent' ? freshness.posFrequent : freshness.posAll;
}

/** The product cards of a store: a search's, or a tab's. */
export function useCatalogue(search: string, tab: CatalogueTab) {
  const { units } = useWorkingSale();
  const wanted = search.trim();
  const query = wanted ? { search: wanted, limit: LIMITS.search } : { mode: tab, limit: LIMITS[tab] };
  return useQuery({
    ...read(pos.products, { query }),
    queryFn: async ({ signal }) => {
      const answer = await api.pos.products({ query }, { signal });
      // The page has better things to do.
      requestIdleCallback(() => units.rememberProducts(answer.data));
      return answer;
    },
    staleTime: staleTimeOf(wanted, tab),
    placeholderData: (previous, before) =>
      wanted && before?.queryKey[3].query.search !== undefined ? previous : undefined,
    select: (answer) => answer.data,
  });
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

type Answer = { data: CatalogueProduct[] };

/** The catalogue's cards that this till has seen, in every list it keeps. */
export function seenProducts(queryClient: QueryClient): CatalogueProduct[] {
  return queryClient
    .getQueriesData<Answer>({ queryKey: keyOf(pos.products) })
    .flatMap(([, answer]) => answer?.data ?? []);
}

function withHold(product: CatalogueProduct, itemId: number): CatalogueProduct {
  const holds = (variation: CatalogueProduct['variations'][number]) =>
    variation.availableItems.some((item) => item.id === itemId && item.status === 'available');
  if (!product.variations.some(holds)) return product;
  return {
    ...product,
    variations: product.variations.map((variation) =>
      holds(variation)
        ? {
            ...variation,
            availableQuantity: Math.max(0, variation.availableQuantity - 1),
            availableItems: variation.availableItems.map((item) =>
              item.id === itemId ? { ...item, status: 'locked', locked_by: 'this sale' } : item,
            ),
          }
        : variation,
    ),
  };
}

/** Shows a unit as taken on every card at once, without asking the server for the whole list again. */
export function useMarkHeld(): (itemId: number) => void {
  const queryClient = useQueryClient();
  return useCallback(
    (itemId) => {
      queryClient.setQueriesData<Answer>({ queryKey: keyOf(pos.products) }, (answer) =>
        answer ? { ...answer, data: answer.data.map((product) => withHold(product, itemId)) } : answer,
      );
    },
    [queryClient],
  );
}

/**
 * Asks for the cards again: a unit that was shown there could not be had. Returns the product as it stands now, or as it
 * was where that cannot be asked.
 */
export function useRefreshStock(): (product: CatalogueProduct) => Promise<CatalogueProduct> {
  const queryClient = useQueryClient();
  return async (product) => {
    void queryClient.invalidateQueries({ queryKey: keyOf(pos.products) });
    const found = await api.pos.products({ query: { search: product.sku } }).catch(() => null);
    return found?.data.find(({ id }) => id === product.id) ?? product;
  };
}
