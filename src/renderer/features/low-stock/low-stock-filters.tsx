import type { RouteInput } from '#contract/define-route.ts';
import type { lowStockRoutes } from '#contract/low-stock.ts';
import type { ListAddress } from '#renderer/lib/use-list.ts';
import { ChoiceFilter, SearchFilter } from '#renderer/ui/filters.tsx';
import { GoodsFilters } from '#renderer/ui/goods-filters.tsx';

const levels = [
  { id: 'few', name: 'Some left' },
  { id: 'out', name: 'Out of stock' },
] as const;

type Named = { id: number; name: string };
type LowStockFiltersProps = {
  list: ListAddress<RouteInput<typeof lowStockRoutes.lowStock>['query']>;
  /** The reader's other stores. */
  others: readonly Named[];
};

/** The filters of the low stock list. */
export function LowStockFilters({ list, others }: LowStockFiltersProps) {
  const { query, change } = list;
  return (
    <>
      <SearchFilter list={list} label="Name, SKU or barcode" width={222} />
      {others.length ? (
        <ChoiceFilter
          label="Store"
          all="This store"
          width={180}
          choices={others}
          value={query.store_id}
          onChange={(store_id) => change({ store_id })}
        />
      ) : null}
      <GoodsFilters list={list} />
      <ChoiceFilter
        label="Stock"
        all="All low stock"
        width={136}
        choices={levels}
        value={query.level}
        onChange={(level) => change({ level })}
      />
    </>
  );
}
