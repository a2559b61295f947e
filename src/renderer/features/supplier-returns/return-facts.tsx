import type { SupplierReturn } from '#contract/supplier-returns.ts';
import { Card } from '#renderer/ui/card.tsx';
import { Facts } from '#renderer/ui/facts.tsx';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { MutedText, TextLink } from '#renderer/ui/table-text.tsx';

const dash = <MutedText>–</MutedText>;

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
          { label: 'Reference', value: reference ?? dash },
          { label: 'Reason', value: reason },
          ...(total_cost === undefined
            ? []
            : [{ label: 'Cost', value: <MoneyText amount={total_cost} surface="purchasing" /> }]),
          { label: 'Notes', value: notes ?? dash },
        ]}
      />
    </Card>
  );
}
