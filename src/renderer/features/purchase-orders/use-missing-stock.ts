import { useQuery } from '@tanstack/react-query';
import { lowStockFilters, type LowStock, type LowStockFilters } from '#contract/low-stock.ts';
import { PER_PAGE_MAX } from '#contract/pages.ts';
import { ORDER_ROWS_MAX } from '#domain/purchase-orders.ts';
import { api } from '#renderer/lib/api.ts';
import { readAddress } from '#renderer/lib/list-address.ts';
import { queryKeys } from '#renderer/lib/queries.ts';
import type { Wanted } from './order-rows.ts';

const wantedOf = ({ id, name, image_url, cost, product, to_order }: LowStock): Wanted => ({
  variation: { id, name, image_url, cost, product },
  quantity: to_order,
});

/** Returns the low stock with the largest shortage first, up to the row limit of an order. */
async function findMissing(query: LowStockFilters): Promise<Wanted[]> {
  const found: Wanted[] = [];
  for (let page = 1; found.length < ORDER_ROWS_MAX; page += 1) {
    const asked = { ...query, sort: '-missing' as const, page, per_page: PER_PAGE_MAX };
    const { data, last_page } = await api.inventory.lowStock({ query: asked });
    found.push(...data.filter(({ to_order }) => to_order > 0).map(wantedOf));
    if (page >= last_page) break;
  }
  return found.slice(0, ORDER_ROWS_MAX);
}

/** Reads the low-stock filters from an address. */
export const lowStockIn = (params: URLSearchParams): LowStockFilters =>
  readAddress<LowStockFilters>(lowStockFilters, params);

/** Loads what a store lacks beyond what is on order, by the low-stock filters; idle if they are null. */
export function useMissingStock(storeId: number, query: LowStockFilters | null) {
  return useQuery({
    queryKey: queryKeys.missingStock(storeId, query ?? {}),
    queryFn: () => findMissing(query ?? {}),
    enabled: query !== null,
    // Loaded once as the order is begun, never refetched during writing.
    staleTime: Infinity,
    gcTime: 0,
  });
}
