import { useQuery } from '@tanstack/react-query';
import { suppliers } from '#contract/suppliers.ts';
import { read } from '#renderer/lib/read.ts';
import { SupplierField } from './supplier-field.tsx';

type SupplierFilterProps = { value: number | undefined; onChange: (supplierId: number | null) => void };

/** The supplier that a list is narrowed to, inactive ones among them; one who was deleted has no name any more. */
export function SupplierFilter({ value, onChange }: SupplierFilterProps) {
  const { data, isError } = useQuery({
    ...read(suppliers.get, { params: { supplierId: value ?? 0 } }),
    enabled: value !== undefined,
  });
  const name = data?.name ?? (isError ? 'Deleted supplier' : '…');
  return (
    <div style={{ width: '176px' }}>
      <SupplierField
        label="Supplier"
        labelHidden
        placeholder="All suppliers"
        value={value === undefined ? null : { id: value, name }}
        onChange={(supplier) => onChange(supplier?.id ?? null)}
      />
    </div>
  );
}
