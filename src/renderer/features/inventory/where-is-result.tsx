import { makeStyles } from '@fluentui/react-components';
import { BoxSearch24Regular, QrCode24Regular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import type { WhereIs } from '#contract/inventory.ts';
import { whyNotUnused } from '#domain/qr-codes.ts';
import { formatInstant, type Zones } from '#domain/store-time.ts';
import { warrantyText } from '#domain/warranty.ts';
import { conditionText, numberLines } from '#domain/units.ts';
import { Card } from '#renderer/ui/card.tsx';
import { EmptyState } from '#renderer/ui/empty-state.tsx';
import { FactList, type Fact } from '#renderer/ui/fact-list.tsx';
import { StateBadge } from '#renderer/ui/state-badge.tsx';
import { CellLine, MutedText, TextLink } from '#renderer/ui/table-text.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { sizes, windows } from '#renderer/ui/theme.ts';
import { UnitBadge } from './unit-state.tsx';
import { priceText, productNameText } from './unit-text.ts';

const useStyles = makeStyles({
  head: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '8px 12px',
    padding: `16px ${sizes.cardSide} 0`,
    [windows.phone]: { padding: '16px 16px 0' },
  },
  /** On a phone its buttons share a line of their own. */
  action: { marginLeft: 'auto', [windows.phone]: { flexBasis: '100%', '& button': { flexGrow: 1 } } },
});

type WhereIsResultProps = {
  found: WhereIs;
  timeZone: Zones;
  /** Null for people who may not see customers. */
  customerLink: ((id: number) => string) | null;
  /** The button at the right of the unit's name; below the message if the unit was never ours. */
  action?: ReactNode;
};

function saleFacts(
  { sale }: WhereIs,
  { timeZone, customerLink }: Omit<WhereIsResultProps, 'found' | 'action'>,
): Fact[] {
  if (!sale) return [];
  const { customer } = sale;
  const buyer: ReactNode =
    customer && customerLink ? (
      <TextLink to={customerLink(customer.id)}>{customer.name}</TextLink>
    ) : (
      (customer?.name ?? 'Walk-in Customer')
    );
  return [
    {
      label: 'Last sold',
      value: (
        <>
          <TextLink to={`/transactions/${sale.id}`}>{sale.number}</TextLink>
          <CellLine>{formatInstant(sale.completed_at, timeZone)}</CellLine>
        </>
      ),
    },
    { label: 'Sold to', value: buyer },
    { label: 'Sold by', value: `${sale.staff.name}, ${sale.store.name}` },
  ];
}

const labelTitle = (label: NonNullable<WhereIs['label']>) =>
  label.status === 'unused' ? `This is an unused label of ${label.order_number}` : whyNotUnused(label);

/** Shows where a unit is and its warranty, or that the chain never had it. */
export function WhereIsResult({ found, action, ...shown }: WhereIsResultProps) {
  const styles = useStyles();
  const { unit, warranty, label } = found;
  if (!unit) {
    return (
      <Card flush>
        <div role="status">
          {label ? (
            <EmptyState icon={<QrCode24Regular />} title={labelTitle(label)} action={action}>
              {`${label.qr_code}, made for ${label.store.name}. No item has it.`}
            </EmptyState>
          ) : (
            <EmptyState icon={<BoxSearch24Regular />} title="Not sold by us" action={action}>
              No item of any of our stores has the number {found.code}.
            </EmptyState>
          )}
        </div>
      </Card>
    );
  }
  const facts: Fact[] = [
    { label: 'Store', value: unit.store.name },
    {
      label: 'Numbers',
      value: numberLines(unit).join('\n') || <MutedText>–</MutedText>,
      figures: true,
      long: true,
    },
    { label: 'Condition', value: conditionText(unit) },
    ...(unit.status === 'sold' ? [] : [{ label: 'Retail price', value: priceText(unit), figures: true }]),
    {
      label: 'Warranty',
      value: warranty ? warrantyText(warranty) : <MutedText>Not sold yet</MutedText>,
      long: true,
    },
    ...saleFacts(found, shown),
  ];
  const name = productNameText(unit);
  return (
    <Card flush>
      <div className={styles.head} role="status">
        <Text as="h2" size="cardTitle" tone="text1">
          {unit.is_yours ? <TextLink to={`/inventory/${unit.id}`}>{name}</TextLink> : name}
        </Text>
        <UnitBadge unit={unit} />
        {warranty ? <StateBadge of="warranty" state={warranty.state} /> : null}
        {action ? <div className={styles.action}>{action}</div> : null}
      </div>
      <FactList facts={facts} />
    </Card>
  );
}
