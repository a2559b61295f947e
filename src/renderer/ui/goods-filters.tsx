import { useQuery } from '@tanstack/react-query';
import { manufacturers } from '#contract/manufacturers.ts';
import type { PageMeta } from '#contract/pages.ts';
import { productTypes } from '#contract/product-types.ts';
import { read } from '#renderer/lib/read.ts';
import { EntityField } from './entity-field.tsx';
import { ChoiceFilter } from './filters.tsx';

/** The number of choices that the specification asks for at once. */
const CHOICES = 100;

type Narrowed = {
  query: { product_type_id?: number | undefined; manufacturer_id?: number | undefined };
  change: (changes: { product_type_id?: number | null; manufacturer_id?: number | null }) => void;
};

/** Filters of a list by product type and manufacturer, kept in its address. */
export function GoodsFilters({ list: { query, change } }: { list: Narrowed }) {
  return (
    <>
      <TypeFilter value={query.product_type_id} onChange={(product_type_id) => change({ product_type_id })} />
      <MakerFilter
        value={query.manufacturer_id}
        onChange={(manufacturer_id) => change({ manufacturer_id })}
      />
    </>
  );
}

type LookupFilterProps = { value: number | undefined; onChange: (value: number | null) => void };

/** True if a list has more entries than are offered at once: they are searched by name. */
const isLong = (page: PageMeta | undefined) => page !== undefined && page.total > CHOICES;

/** Returns the applied entry of a long list. */
const entryOf = (id: number | undefined, { data, isError }: { data?: { name: string }; isError: boolean }) =>
  id === undefined ? null : { id, name: data?.name ?? (isError ? 'Deleted' : '…') };

function TypeFilter({ value, onChange }: LookupFilterProps) {
  const { data: page } = useQuery(read(productTypes.list, { query: { per_page: CHOICES } }));
  const chosen = useQuery({
    ...read(productTypes.get, { params: { productTypeId: value ?? 0 } }),
    enabled: isLong(page) && value !== undefined,
  });
  const texts = { label: 'Product type', all: 'All types', width: 124 };
  if (!isLong(page))
    return <ChoiceFilter {...texts} choices={page?.data} value={value} onChange={onChange} />;
  return (
    <div style={{ width: `${texts.width}px` }}>
      <EntityField
        label={texts.label}
        labelHidden
        noun="product type"
        placeholder={texts.all}
        route={productTypes.list}
        offered={CHOICES}
        value={entryOf(value, chosen)}
        onChange={(type) => onChange(type?.id ?? null)}
      />
    </div>
  );
}

function MakerFilter({ value, onChange }: LookupFilterProps) {
  const { data: page } = useQuery(read(manufacturers.list, { query: { per_page: CHOICES } }));
  const chosen = useQuery({
    ...read(manufacturers.get, { params: { manufacturerId: value ?? 0 } }),
    enabled: isLong(page) && value !== undefined,
  });
  const texts = { label: 'Manufacturer', all: 'All manufacturers', width: 164 };
  if (!isLong(page))
    return <ChoiceFilter {...texts} choices={page?.data} value={value} onChange={onChange} />;
  return (
    <div style={{ width: `${texts.width}px` }}>
      <EntityField
        label={texts.label}
        labelHidden
        noun="manufacturer"
        placeholder={texts.all}
        route={manufacturers.list}
        offered={CHOICES}
        value={entryOf(value, chosen)}
        onChange={(maker) => onChange(maker?.id ?? null)}
      />
    </div>
  );
}
