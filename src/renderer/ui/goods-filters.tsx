import { useQuery } from '@tanstack/react-query';
import { manufacturers } from '#contract/manufacturers.ts';
import { productTypes } from '#contract/product-types.ts';
import { read } from '#renderer/lib/read.ts';
import { ChoiceFilter } from './filters.tsx';

/** The number of choices that the specification asks for at once. */
const CHOICES = 100;

type Narrowed = {
  query: { product_type_id?: number | undefined; manufacturer_id?: number | undefined };
  change: (changes: { product_type_id?: number | null; manufacturer_id?: number | null }) => void;
};

/** Filters of a list by product type and manufacturer, kept in its address. */
export function GoodsFilters({ list: { query, change } }: { list: Narrowed }) {
  const types = useQuery(read(productTypes.list, { query: { per_page: CHOICES } }));
  const makers = useQuery(read(manufacturers.list, { query: { per_page: CHOICES } }));
  return (
    <>
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
    </>
  );
}
