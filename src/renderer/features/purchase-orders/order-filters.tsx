import { useQuery } from '@tanstack/react-query';
import type { RouteInput } from '#contract/define-route.ts';
import { products } from '#contract/products.ts';
import type { purchaseOrders } from '#contract/purchase-orders.ts';
import type { CalendarDate } from '#domain/calendar-dates.ts';
import { orderStatuses } from '#domain/purchase-orders.ts';
import { read } from '#renderer/lib/read.ts';
import type { ListAddress } from '#renderer/lib/use-list.ts';
import { DateRangeFilter } from '#renderer/ui/date-range-filter.tsx';
import { EntityField } from '#renderer/ui/entity-field.tsx';
import { FilterBox, useFilterLabelHidden } from '#renderer/ui/filter-bar.tsx';
import { ChoiceFilter, SearchFilter } from '#renderer/ui/filters.tsx';
import { states } from '#renderer/ui/state-badge.tsx';
import { SupplierFilter } from '#renderer/ui/supplier-filter.tsx';

const statuses = orderStatuses.map((id) => ({ id, name: states.order[id].label as string }));

type Named = { id: number; name: string };
type OrderFiltersProps = {
  list: ListAddress<RouteInput<typeof purchaseOrders.list>['query']>;
  today: CalendarDate;
  /** The reader's other stores. */
  others: readonly Named[];
};

export function OrderFilters({ list, today, others }: OrderFiltersProps) {
  const { query, change } = list;
  return (
    <>
      <SearchFilter list={list} label="Order number or supplier" short="Number or supplier" width={240} />
      <ChoiceFilter
        label="Status"
        all="All statuses"
        width={138}
        choices={statuses}
        value={query.status}
        onChange={(status) => change({ status })}
      />
      <SupplierFilter value={query.supplier_id} onChange={(supplier_id) => change({ supplier_id })} />
      <DateRangeFilter
        range={{ start: query.from_date ?? null, end: query.to_date ?? null }}
        today={today}
        onChange={({ start, end }) => change({ from_date: start, to_date: end })}
      />
      {others.length ? (
        <ChoiceFilter
          label="Store"
          all="This store"
          width={164}
          choices={others}
          value={query.store_id}
          onChange={(store_id) => change({ store_id })}
        />
      ) : null}
      {query.product_id === undefined ? null : (
        <ProductFilter value={query.product_id} onChange={(product_id) => change({ product_id })} />
      )}
    </>
  );
}

type ProductFilterProps = { value: number; onChange: (productId: number | null) => void };

/** Filters by orders that still have to bring a product; the stock pages link here. */
function ProductFilter({ value, onChange }: ProductFilterProps) {
  const { data, isError } = useQuery(read(products.get, { params: { productId: value } }));
  const name = data?.name ?? (isError ? 'Deleted product' : '…');
  return (
    <FilterBox width={200}>
      <EntityField
        label="Product to come"
        labelHidden={useFilterLabelHidden()}
        placeholder="All products"
        noun="product"
        route={products.list}
        value={{ id: value, name }}
        onChange={(product) => onChange(product?.id ?? null)}
      />
    </FilterBox>
  );
}
