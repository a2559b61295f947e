import { useQuery } from '@tanstack/react-query';
import { lowStockToOrder, type LowStock, type LowStockToOrder } from '#contract/low-stock.ts';
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

/** What is ordered from one supplier; null for what was never ordered yet. */
export type Missing = { supplier: LowStock['supplier']; wanted: Wanted[] };

/** Returns an order for each supplier, in the order of the rows; last what has no supplier yet. */
function bySupplier(rows: readonly LowStock[]): Missing[] {
  const groups = Map.groupBy(rows, ({ supplier }) => supplier?.id ?? null);
  return [...groups.values()]
    .map((group) => ({
      supplier: group[0]?.supplier ?? null,
      wanted: group.slice(0, ORDER_ROWS_MAX).map(wantedOf),
    }))
    .toSorted((one, other) => Number(one.supplier === null) - Number(other.supplier === null));
}

/** Returns the low stock by supplier, the largest shortage first, up to the row limit of an order. */
async function findMissing(query: LowStockToOrder): Promise<Missing[]> {
  const found: LowStock[] = [];
  for (let page = 1; found.length < ORDER_ROWS_MAX; page += 1) {
    const asked = { ...query, sort: '-missing' as const, page, per_page: PER_PAGE_MAX };
    const { data, last_page } = await api.inventory.lowStock({ query: asked });
    found.push(...data.filter(({ to_order }) => to_order > 0));
    if (page >= last_page) break;
  }
  return bySupplier(found.slice(0, ORDER_ROWS_MAX));
}

/** Reads from an address which low stock is ordered. */
export const lowStockIn = (params: URLSearchParams): LowStockToOrder =>
  readAddress<LowStockToOrder>(lowStockToOrder, params);

/** Loads what a store lacks beyond what is on order; idle if the query is null. */
export function useMissingStock(storeId: number, query: LowStockToOrder | null) {
  return useQuery({
    queryKey: queryKeys.missingStock(storeId, query ?? {}),
    queryFn: () => findMissing(query ?? {}),
    enabled: query !== null,
    // Loaded once as the order is begun, never refetched during writing.
    staleTime: Infinity,
    gcTime: 0,
  });
}
