import { useQuery } from '@tanstack/react-query';
import type { RouteInput } from '#contract/define-route.ts';
import type { lowStockRoutes } from '#contract/low-stock.ts';
import { manufacturers } from '#contract/manufacturers.ts';
import { productTypes } from '#contract/product-types.ts';
import { read } from '#renderer/lib/read.ts';
import type { ListAddress } from '#renderer/lib/use-list.ts';
import { ChoiceFilter, SearchFilter } from '#renderer/ui/filters.tsx';

/** As many as the specification asks for at once. */
const CHOICES = 100;
const levels = [
  { id: 'few', name: 'Some left' },
  { id: 'out', name: 'Out of stock' },
] as const;

type Named = { id: number; name: string };
type LowStockFiltersProps = {
  list: ListAddress<RouteInput<typeof lowStockRoutes.lowStock>['query']>;
  /** Where the reader works now, and the other stores of theirs. */
  store: Named;
  others: readonly Named[];
};

/** What the list of low stock is narrowed by. */
export function LowStockFilters({ list, store, others }: LowStockFiltersProps) {
  const { query, change } = list;
  const types = useQuery(read(productTypes.list, { query: { per_page: CHOICES } }));
  const makers = useQuery(read(manufacturers.list, { query: { per_page: CHOICES } }));
  return (
    <>
      <SearchFilter list={list} label="Name, SKU or barcode" width={232} />
      {others.length ? (
        <ChoiceFilter
          label="Store"
          all={store.name}
          width={180}
          choices={others}
          value={query.store_id}
          onChange={(store_id) => change({ store_id })}
        />
      ) : null}
      <ChoiceFilter
        label="Product type"
        all="All types"
        width={124}
        choices={types.data?.data}
        value={query.product_type_id}
        onChange={(product_type_id) => change({ product_type_id })}
      />
      <ChoiceFilter
        label="Manufacturer"
        all="All manufacturers"
        width={164}
        choices={makers.data?.data}
        value={query.manufacturer_id}
        onChange={(manufacturer_id) => change({ manufacturer_id })}
      />
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
