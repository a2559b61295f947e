import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RouteInput } from '#contract/define-route.ts';
import { products, productStatuses } from '#contract/products.ts';
import { read } from '#renderer/lib/read.ts';
import type { ListAddress } from '#renderer/lib/use-list.ts';
import { ChoiceFilter, SearchFilter } from '#renderer/ui/filters.tsx';
import { GoodsFilters } from '#renderer/ui/goods-filters.tsx';
import { statusText } from './product-text.ts';

const statuses = productStatuses.map((status) => ({ id: status, name: statusText[status] }));
const stocks = [
  { id: 'in', name: 'More than 5' },
  { id: 'low', name: '1 to 5 left' },
  { id: 'out', name: 'Out of stock' },
] as const;

type ProductFiltersProps = { list: ListAddress<RouteInput<typeof products.list>['query']> };

export function ProductFilters({ list }: ProductFiltersProps) {
  const { query, change } = list;
  return (
    <>
      <SearchFilter list={list} label="Name, SKU or barcode" short="Name or SKU" width={232} />
      <GoodsFilters list={list} />
      <ChoiceFilter
        label="Status"
        all="All statuses"
        width={120}
        choices={statuses}
        value={query.status}
        onChange={(status) => change({ status })}
      />
      <ChoiceFilter
        label="Stock"
        all="Any stock"
        width={124}
        choices={stocks}
        value={query.stock}
        onChange={(stock) => change({ stock })}
      />
      <AttributeFilter list={list} />
    </>
  );
}

/** Filters by one attribute and value; renders nothing if no variation has attributes. */
function AttributeFilter({ list: { query, change } }: ProductFiltersProps) {
  const { data: known = [] } = useQuery(read(products.attributes));
  const [[asked, [value] = []] = []] = Object.entries(query.attributes ?? {});
  const [opened, setOpened] = useState<string | null>(null);
  const name = asked ?? opened;
  if (known.length === 0) return null;
  const values = known.find((attribute) => attribute.name === name)?.values ?? [];
  return (
    <>
      <ChoiceFilter
        label="Attribute"
        all="Any attribute"
        width={136}
        choices={known.map((attribute) => ({ id: attribute.name, name: attribute.name }))}
        value={name ?? undefined}
        onChange={(chosen) => {
          setOpened(chosen);
          if (asked !== undefined) change({ attributes: null });
        }}
      />
      {name === null ? null : (
        <ChoiceFilter
          label={name}
          all={`Any ${name.toLowerCase()}`}
          width={144}
          choices={values.map((each) => ({ id: each, name: each }))}
          value={value}
          onChange={(chosen) => change({ attributes: chosen === null ? null : { [name]: [chosen] } })}
        />
      )}
    </>
  );
}
