import { useQuery, type QueryKey, type UseQueryOptions } from '@tanstack/react-query';
import { manufacturers } from '#contract/manufacturers.ts';
import { productTypes } from '#contract/product-types.ts';
import { CHOICES } from '#renderer/lib/queries.ts';
import { read } from '#renderer/lib/read.ts';
import { EntityField } from './entity-field.tsx';
import { FilterBox, useFilterLabelHidden } from './filter-bar.tsx';
import { ChoiceFilter } from './filters.tsx';

type Narrowed = {
  query: { product_type_id?: number | undefined; manufacturer_id?: number | undefined };
  change: (changes: { product_type_id?: number | null; manufacturer_id?: number | null }) => void;
};

/** Filters of a list by product type and manufacturer, kept in its address. */
export function GoodsFilters({ list: { query, change } }: { list: Narrowed }) {
  const { product_type_id: typeId, manufacturer_id: makerId } = query;
  return (
    <>
      <LookupFilter
        label="Product type"
        all="All types"
        width={124}
        noun="product type"
        route={productTypes.list}
        chosen={read(productTypes.get, { params: { productTypeId: typeId ?? 0 } })}
        value={typeId}
        onChange={(product_type_id) => change({ product_type_id })}
      />
      <LookupFilter
        label="Manufacturer"
        all="All manufacturers"
        width={164}
        noun="manufacturer"
        route={manufacturers.list}
        chosen={read(manufacturers.get, { params: { manufacturerId: makerId ?? 0 } })}
        value={makerId}
        onChange={(manufacturer_id) => change({ manufacturer_id })}
      />
    </>
  );
}

type LookupFilterProps<E extends { name: string }, K extends QueryKey> = {
  label: string;
  all: string;
  width: number;
  noun: string;
  route: typeof productTypes.list | typeof manufacturers.list;
  /** The read of the applied entry. */
  chosen: UseQueryOptions<E, Error, E, K>;
  value: number | undefined;
  onChange: (value: number | null) => void;
};

/** A choice of a short list; the entries of one that is longer than is offered at once are searched by name. */
function LookupFilter<E extends { name: string }, K extends QueryKey>(props: LookupFilterProps<E, K>) {
  const { label, all, width, noun, route, chosen, value, onChange } = props;
  const { data: page } = useQuery(read(route, { query: { per_page: CHOICES } }));
  const labelHidden = useFilterLabelHidden();
  const isLong = page !== undefined && page.total > CHOICES;
  const { data: entry, isError } = useQuery({ ...chosen, enabled: isLong && value !== undefined });
  if (!isLong) {
    const texts = { label, all, width };
    return <ChoiceFilter {...texts} choices={page?.data} value={value} onChange={onChange} />;
  }
  const name = entry?.name ?? (isError ? 'Deleted' : '…');
  return (
    <FilterBox width={width}>
      <EntityField
        label={label}
        labelHidden={labelHidden}
        noun={noun}
        placeholder={all}
        route={route}
        offered={CHOICES}
        value={value === undefined ? null : { id: value, name }}
        onChange={(found) => onChange(found?.id ?? null)}
      />
    </FilterBox>
  );
}
