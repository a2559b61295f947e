import type { SupplierReturn } from '#contract/supplier-returns.ts';
import { Card } from '#renderer/ui/card.tsx';
import { Facts } from '#renderer/ui/facts.tsx';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { TextLink } from '#renderer/ui/table-text.tsx';

/** The facts of a return besides its units. */
export function ReturnFacts({ returned }: { returned: SupplierReturn }) {
  const { supplier, reference, reason, notes, total_cost } = returned;
  return (
    <Card title="Information" whole>
      <Facts
        facts={[
          {
            label: 'Supplier',
            value: supplier.is_deleted ? (
              supplier.name
            ) : (
              <TextLink to={`/suppliers/${supplier.id}`}>{supplier.name}</TextLink>
            ),
          },
          ...(reference === null ? [] : [{ label: 'Reference', value: reference }]),
          { label: 'Reason', value: reason },
          ...(total_cost === undefined
            ? []
            : [{ label: 'Cost', value: <MoneyText amount={total_cost} surface="purchasing" /> }]),
          ...(notes === null ? [] : [{ label: 'Notes', value: notes }]),
        ]}
      />
    </Card>
  );
}
