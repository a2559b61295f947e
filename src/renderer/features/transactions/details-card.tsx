import { makeStyles } from '@fluentui/react-components';
import type { Transaction } from '#contract/transactions.ts';
import { countText } from '#domain/count-text.ts';
import { Card } from '#renderer/ui/card.tsx';
import { EmailText } from '#renderer/ui/email-text.tsx';
import { FactRows, type FactRow } from '#renderer/ui/fact-rows.tsx';
import { WholeText } from '#renderer/ui/facts-line.tsx';
import { CellLine, MutedText, TextLink } from '#renderer/ui/table-text.tsx';
import { sizes, tabular } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  list: { padding: `16px ${sizes.cardSide} 20px` },
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
  const facts: (false | FactRow)[] = [
    ['Customer', name ?? <MutedText>Walk-in Customer</MutedText>],
    ['Staff', transaction.staff.name],
    ['Store', transaction.store.name],
    ['Draft', transaction.draft_number],
    completedAt !== null && customer !== null && ['Points', `${countText(transaction.points_earned)} earned`],
    completedAt !== null && ['Receipt', copiesText(transaction.copies_printed)],
    transaction.buyer_name !== null && ['Buyer', transaction.buyer_name],
    transaction.buyer_tin !== null && ['Buyer’s TIN', <WholeText>{transaction.buyer_tin}</WholeText>],
    transaction.buyer_address !== null && ['Buyer’s address', transaction.buyer_address],
    transaction.receipt_email !== null && ['Email', <EmailText address={transaction.receipt_email} />],
    transaction.notes !== null && transaction.notes !== '' && ['Notes', transaction.notes],
    transaction.void_reason !== null && ['Reason', transaction.void_reason],
  ];
  return (
    <Card title="Details" flush>
      <div className={styles.list}>
        <FactRows airy facts={facts.filter((fact) => fact !== false)} />
      </div>
    </Card>
  );
}
