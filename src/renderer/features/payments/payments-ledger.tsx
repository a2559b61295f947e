import { makeStyles, mergeClasses } from '@fluentui/react-components';
import {
  BuildingBank20Regular,
  Delete20Regular,
  Money20Regular,
  Payment20Regular,
  Phone20Regular,
} from '@fluentui/react-icons';
import type { ReactElement } from 'react';
import type { Payment } from '#contract/payments.ts';
import {
  coveredAmount,
  paymentMethodLabels,
  type PaymentMethod,
  type PaymentStatus,
} from '#domain/payments.ts';
import { formatDate } from '#domain/store-time.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { palette, type, type Tone } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  row: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    minHeight: '60px',
    boxSizing: 'border-box',
    padding: '6px 20px',
    ':not(:first-child)': { borderTop: `1px solid ${palette.rowLine}` },
  },
  icon: {
    display: 'grid',
    placeItems: 'center',
    flexShrink: 0,
    width: '40px',
    height: '40px',
    borderRadius: '8px',
    backgroundColor: palette.fill,
    color: palette.text2,
  },
  words: { flexGrow: 1, minWidth: 0 },
  name: { ...type.bodyStrong, display: 'flex', alignItems: 'center', gap: '8px' },
  line: { ...type.meta, color: palette.text3, overflowWrap: 'anywhere' },
  /** The amounts of all rows share one right edge, the icons the card's. */
  action: { width: '44px', flexShrink: 0, marginRight: '-12px' },
  faded: { backgroundColor: palette.canvas, color: palette.text3 },
  dim: { color: palette.text3 },
});

const icons: Record<PaymentMethod, ReactElement> = {
  cash: <Money20Regular />,
  card: <Payment20Regular />,
  gcash: <Phone20Regular />,
  maya: <Phone20Regular />,
  bank_transfer: <BuildingBank20Regular />,
};
const toneOf: Record<PaymentStatus, Tone> = { completed: 'green', pending: 'orange', failed: 'red' };
const statusWords: Record<PaymentStatus, string> = {
  completed: 'Completed',
  pending: 'Pending',
  failed: 'Failed',
};

function lineOf(payment: Payment): string {
  if (payment.deleted_at !== null) {
    return [`Deleted by ${payment.deleted_by?.name ?? 'somebody'}`, payment.deletion_reason]
      .filter(Boolean)
      .join(' · ');
  }
  const parts = [
    payment.reference_number && `Ref. ${payment.reference_number}`,
    payment.expected_date && `Expected ${formatDate(payment.expected_date)}`,
    payment.notes,
  ];
  return parts.filter(Boolean).join(' · ');
}

/** The payments that a draft has: deleted ones stay, dimmed, with who deleted them. */
export function PaymentsLedger({
  payments,
  onDelete,
}: {
  payments: readonly Payment[];
  onDelete: (payment: Payment) => void;
}) {
  const styles = useStyles();
  if (payments.length === 0) return null;
  return (
    <Card
      title="Existing payments"
      flush
      compact
      side={
        <>
          Covers <MoneyText amount={coveredAmount(payments)} surface="payment" />
        </>
      }
    >
      <ul className={styles.list}>
        {payments.map((payment) => {
          const isDeleted = payment.deleted_at !== null;
          return (
            <li key={payment.id} className={styles.row}>
              <span className={mergeClasses(styles.icon, isDeleted && styles.faded)}>
                {icons[payment.method]}
              </span>
              <div className={styles.words}>
                <div className={mergeClasses(styles.name, isDeleted && styles.dim)}>
                  {paymentMethodLabels[payment.method]}
                  {isDeleted ? (
                    <StatusBadge tone="red" mark="none">
                      DELETED
                    </StatusBadge>
                  ) : (
                    <StatusBadge tone={toneOf[payment.status]}>{statusWords[payment.status]}</StatusBadge>
                  )}
                </div>
                <div className={styles.line}>{lineOf(payment)}</div>
              </div>
              <MoneyText
                amount={payment.amount}
                surface="payment"
                size="price"
                tone={isDeleted ? 'struck' : undefined}
              />
              {isDeleted ? (
                <span className={styles.action} />
              ) : (
                <Button
                  className={styles.action}
                  size="till"
                  appearance="subtle"
                  icon={<Delete20Regular />}
                  label={`Delete ${paymentMethodLabels[payment.method]} payment`}
                  onClick={() => onDelete(payment)}
                />
              )}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
