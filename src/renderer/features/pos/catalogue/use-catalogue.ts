import { keepPreviousData, useQuery, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { CatalogueProduct } from '#contract/pos.ts';
import { api } from '#renderer/lib/api-client.ts';
import { freshness, queryKeys } from '#renderer/lib/queries.ts';
import { useWorkingSale } from '../sale/till-context.ts';

export type CatalogueTab = 'all' | 'frequent' | 'recent';

const LIMITS = { search: 50, all: 100, frequent: 10, recent: 20 } as const;

function staleTimeOf(search: string, tab: CatalogueTab): number {
  if (search) return freshness.posSearch;
  return tab === 'frequent' ? freshness.posFrequent : freshness.posAll;
}

/** The product cards of a store: a search's, or a tab's. */
export function useCatalogue(storeId: number, search: string, tab: CatalogueTab) {
  const { units } = useWorkingSale();
  const wanted = search.trim();
  return useQuery({
    queryKey: [...queryKeys.catalogue(storeId), wanted || tab, wanted !== ''],
    queryFn: async ({ signal }) => {
      const query = wanted ? { search: wanted, limit: LIMITS.search } : { mode: tab, limit: LIMITS[tab] };
      const answer = await api.pos.products({ query }, { signal });
      // The page has better things to do.
      requestIdleCallback(() => units.rememberProducts(answer.data));
      return answer;
    },
    staleTime: staleTimeOf(wanted, tab),
    placeholderData: (previous, query) =>
      wanted && query?.queryKey[3] === true ? keepPreviousData(previous) : undefined,
    select: (answer) => answer.data,
  });
}

type Answer = { data: CatalogueProduct[] };

/** The catalogue's cards that this till has seen, in every list it keeps. */
export function seenProducts(queryClient: QueryClient, storeId: number): CatalogueProduct[] {
  return queryClient
    .getQueriesData<Answer>({ queryKey: queryKeys.catalogue(storeId) })
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
export function useMarkHeld(storeId: number): (itemId: number) => void {
  const queryClient = useQueryClient();
  return useCallback(
    (itemId) => {
      queryClient.setQueriesData<Answer>({ queryKey: queryKeys.catalogue(storeId) }, (answer) =>
        answer ? { ...answer, data: answer.data.map((product) => withHold(product, itemId)) } : answer,
      );
    },
    [queryClient, storeId],
  );
}
