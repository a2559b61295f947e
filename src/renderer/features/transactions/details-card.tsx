import { makeStyles } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import type { Transaction } from '#contract/transactions.ts';
import { countText } from '#domain/count-text.ts';
import { Card } from '#renderer/ui/card.tsx';
import { EmailText } from '#renderer/ui/email-text.tsx';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { CellLine, MutedText, TextLink } from '#renderer/ui/table-text.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { sizes, tabular, type } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  list: {
    ...type.body,
    display: 'grid',
    gridTemplateColumns: '72px minmax(0, 1fr)',
    columnGap: '16px',
    rowGap: '12px',
    margin: 0,
    padding: `16px ${sizes.cardSide} 20px`,
  },
  phone: tabular,
});

function copiesText(copies: number): string {
  if (copies === 0) return 'Not reprinted';
  return copies === 1 ? '1 reprint' : `${countText(copies)} reprints`;
}

type DetailsCardProps = {
  transaction: Transaction;
  /** Returns a customer's page; null for people who may not see it. */
  customerLink: ((customerId: number) => string) | null;
};

/** The sale's customer, cashier and store. */
export function DetailsCard({ transaction, customerLink }: DetailsCardProps) {
  const styles = useStyles();
  const { customer, completed_at: completedAt } = transaction;
  const name = customer && (
    <>
      {customerLink ? <TextLink to={customerLink(customer.id)}>{customer.name}</TextLink> : customer.name}
      <CellLine>
        {customer.phone === undefined ? null : (
          <>
            <span className={styles.phone}>{customer.phone}</span> ·{' '}
          </>
        )}
        {customer.customer_group ?? 'Regular'}
      </CellLine>
    </>
  );
  const facts: (false | [string, ReactNode])[] = [
    ['Customer', name ?? <MutedText>Walk-in Customer</MutedText>],
    ['Staff', transaction.staff.name],
    ['Store', transaction.store.name],
    ['Draft', transaction.draft_number],
    completedAt !== null && customer !== null && ['Points', `${countText(transaction.points_earned)} earned`],
    transaction.change_due > 0 && ['Change', <MoneyText amount={transaction.change_due} surface="payment" />],
    completedAt !== null && ['Receipt', copiesText(transaction.copies_printed)],
    transaction.receipt_email !== null && ['Email', <EmailText address={transaction.receipt_email} />],
    transaction.notes !== null && transaction.notes !== '' && ['Notes', transaction.notes],
    transaction.void_reason !== null && ['Reason', transaction.void_reason],
  ];
  return (
    <Card title="Details" flush>
      <dl className={styles.list}>
        {facts
          .filter((fact) => fact !== false)
          .flatMap(([label, value]) => [
            <Text as="dt" key={`${label} label`} tone="text3">
              {label}
            </Text>,
            <Text as="dd" key={label} tone="text1" breaks>
              {value}
            </Text>,
          ])}
      </dl>
    </Card>
  );
}
