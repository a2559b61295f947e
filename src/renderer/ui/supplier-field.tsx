import { suppliers } from '#contract/suppliers.ts';
import { EntityField, type EntityFieldProps } from './entity-field.tsx';

type Props = Omit<
  EntityFieldProps<typeof suppliers.list, { id: number; name: string }>,
  'route' | 'noun' | 'line'
>;

/** A supplier field; searches name, code, contact person and numbers. */
export function SupplierField(props: Props) {
  return (
    <EntityField
      {...props}
      noun="supplier"
      route={suppliers.list}
      line={({ code, contact_person }) => [code, contact_person].filter(Boolean).join(' · ')}
    />
  );
}
