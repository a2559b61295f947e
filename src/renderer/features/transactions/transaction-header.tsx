import { makeStyles } from '@fluentui/react-components';
import {
  ArrowSwap20Regular,
  ArrowUndo20Regular,
  Cart20Regular,
  DismissCircle20Regular,
  Mail20Regular,
  Print20Regular,
} from '@fluentui/react-icons';
import type { Transaction } from '#contract/transactions.ts';
import { formatMoney } from '#domain/money.ts';
import { paidSums } from '#domain/payments.ts';
import { relativeTime } from '#domain/relative-time.ts';
import { formatInstant, type Zones } from '#domain/store-time.ts';
import { numberOf } from '#domain/transactions.ts';
import { useNow } from '#renderer/lib/use-now.ts';
import { DetailHeader } from '#renderer/ui/detail-header.tsx';
import { WholeParts } from '#renderer/ui/facts-line.tsx';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { StateBadge } from '#renderer/ui/state-badge.tsx';
import { palette, type } from '#renderer/ui/theme.ts';
import { PHONE, useMedia } from '#renderer/ui/use-media.ts';

/**
 * Returns the transaction's dates: when it was saved or completed (`Completed Nov 21, 2026 2:36 PM`), then voided or
 * refunded.
 */
function steps({ status, dated_at, voided_at, refunds }: Transaction): { verb: string; at: number }[] {
  const sold = { verb: status === 'draft' ? 'Saved' : 'Completed', at: dated_at };
  if (status === 'void' && voided_at !== null) return [sold, { verb: 'cancelled', at: voided_at }];
  const refundedAt = Math.max(...refunds.map((refund) => refund.created_at));
  return status === 'refunded' ? [sold, { verb: 'refunded', at: refundedAt }] : [sold];
}

const useStyles = makeStyles({
  sum: { ...type.figure, display: 'block', margin: '4px 0', color: palette.text1 },
  customer: { ...type.bodyStrong, display: 'block', color: palette.text1 },
});

/** The first lines of a sale on a phone: total, state, customer. */
function SumAndCustomer({ transaction: { total_amount, customer } }: { transaction: Transaction }) {
  const styles = useStyles();
  return (
    <>
      <MoneyText amount={total_amount} surface="transaction" className={styles.sum} />
      <span className={styles.customer}>{customer?.name ?? 'Walk-in Customer'}</span>
    </>
  );
}

/** The amounts of a sale: `Total ₱1,100.00`, `Paid ₱600.00`, `Pending ₱500.00`, `Due ₱0.00` if anything is. */
function amounts({ total_amount, payments, change_due, balance_due }: Transaction): string[] {
  const { paid, pending } = paidSums(payments);
  const figures = [
    ['Total', total_amount],
    ['Paid', paid - pending - change_due],
    ...(pending > 0 ? [['Pending', pending] as const] : []),
    ...(balance_due > 0 ? [['Due', balance_due] as const] : []),
  ] as const;
  return figures.map(([label, amount]) => `${label} ${formatMoney(amount, 'transaction')}`);
}

export type HeaderAction = 'continue' | 'cancel' | 'print' | 'email' | 'void' | 'refund' | 'exchange';

type TransactionHeaderProps = {
  transaction: Transaction;
  timeZone: Zones;
  backTo: string;
  mayDo: (action: HeaderAction) => boolean;
  isPrinting: boolean;
  onAction: (action: HeaderAction) => void;
};

/** The number, state, facts and actions of a transaction. */
export function TransactionHeader(props: TransactionHeaderProps) {
  const { transaction, timeZone, backTo, mayDo, isPrinting, onAction } = props;
  const isPhone = useMedia(PHONE);
  const now = useNow();
  const taken = steps(transaction);
  const dates = taken.map(({ verb, at }) => `${verb} ${formatInstant(at, timeZone)}`);
  return (
    <DetailHeader
      back={{ to: backTo, label: 'Transactions' }}
      title={numberOf(transaction)}
      badge={<StateBadge of="transaction" state={transaction.status} />}
      line={
        <>
          {isPhone ? <SumAndCustomer transaction={transaction} /> : null}
          <WholeParts parts={[...dates, relativeTime(taken.at(-1)?.at ?? now, now)]} />
          <WholeParts parts={amounts(transaction)} />
        </>
      }
      actions={{
        secondary: [
          mayDo('cancel') && { label: 'Cancel Transaction', onClick: () => onAction('cancel') },
          mayDo('print') && {
            label: 'Print Receipt',
            icon: <Print20Regular />,
            busy: isPrinting,
            onClick: () => onAction('print'),
          },
          mayDo('email') && {
            label: 'Email Receipt',
            icon: <Mail20Regular />,
            onClick: () => onAction('email'),
          },
        ],
        more: [
          mayDo('refund') && {
            label: 'Refund',
            icon: <ArrowUndo20Regular />,
            onClick: () => onAction('refund'),
          },
          mayDo('exchange') && {
            label: 'Exchange',
            icon: <ArrowSwap20Regular />,
            onClick: () => onAction('exchange'),
          },
          mayDo('void') && {
            label: 'Void Transaction',
            icon: <DismissCircle20Regular />,
            danger: true,
            onClick: () => onAction('void'),
          },
        ],
        primary: mayDo('continue') && {
          label: 'Continue Checkout',
          icon: <Cart20Regular />,
          onClick: () => onAction('continue'),
        },
      }}
    />
  );
}
