import { useQuery } from '@tanstack/react-query';
import { suppliers } from '#contract/suppliers.ts';
import { read } from '#renderer/lib/read.ts';
import { FilterBox, useFilterLabelHidden } from './filter-bar.tsx';
import { SupplierField } from './supplier-field.tsx';
import { NARROW_WINDOW, useMedia } from './use-media.ts';

type SupplierFilterProps = { value: number | undefined; onChange: (supplierId: number | null) => void };

/** A filter by supplier, including inactive ones; a deleted one has no name. */
export function SupplierFilter({ value, onChange }: SupplierFilterProps) {
  const { data, isError } = useQuery({
    ...read(suppliers.get, { params: { supplierId: value ?? 0 } }),
    enabled: value !== undefined,
  });
  const isNarrow = useMedia(NARROW_WINDOW);
  const name = data?.name ?? (isError ? 'Deleted supplier' : '…');
  return (
    <FilterBox width={isNarrow ? 152 : 176}>
      <SupplierField
        label="Supplier"
        labelHidden={useFilterLabelHidden()}
        placeholder="All suppliers"
        value={value === undefined ? null : { id: value, name }}
        onChange={(supplier) => onChange(supplier?.id ?? null)}
      />
    </FilterBox>
  );
}
