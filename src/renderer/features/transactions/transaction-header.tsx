import { Spinner, makeStyles } from '@fluentui/react-components';
import {
  ArrowUndo20Regular,
  Cart20Regular,
  DismissCircle20Regular,
  Mail20Regular,
  Print20Regular,
} from '@fluentui/react-icons';
import type { Transaction } from '#contract/transactions.ts';
import { formatInstant } from '#domain/store-time.ts';
import { transactionStatusLabels } from '#domain/transactions.ts';
import { relativeTime, useNow } from '#renderer/lib/relative-time.ts';
import { BackLink } from '#renderer/ui/back-link.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { RowMenu, type RowAction } from '#renderer/ui/row-menu.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { palette, type } from '#renderer/ui/theme.ts';
import { numberOf, statusTones } from './transaction-words.ts';

const useStyles = makeStyles({
  row: {
    display: 'flex',
    alignItems: 'flex-start',
    justifyContent: 'space-between',
    gap: '16px',
    flexWrap: 'wrap',
  },
  line: { display: 'flex', alignItems: 'center', gap: '12px' },
  title: { ...type.pageTitle, margin: 0, color: palette.text1 },
  facts: { ...type.body, margin: '2px 0 0', color: palette.text3 },
  actions: { display: 'flex', gap: '8px', flexShrink: 0 },
});

/** `Completed Nov 21, 2026 2:36 PM`: the last step of its life, and when. */
function lastStep(transaction: Transaction): { verb: string; at: number } {
  const { status, completed_at, voided_at, updated_at, refunds } = transaction;
  if (status === 'void' && voided_at !== null) return { verb: 'Cancelled', at: voided_at };
  const refundedAt = refunds.map((refund) => refund.created_at).sort((a, b) => b - a)[0];
  if (status === 'refunded' && refundedAt !== undefined) return { verb: 'Refunded', at: refundedAt };
  if (completed_at !== null) return { verb: 'Completed', at: completed_at };
  return { verb: 'Saved', at: updated_at };
}

export type HeaderWish = 'continue' | 'cancel' | 'print' | 'email' | 'void' | 'refund';

type TransactionHeaderProps = {
  transaction: Transaction;
  timeZone: string;
  backTo: string;
  mayDo: (wish: HeaderWish) => boolean;
  isPrinting: boolean;
  onWish: (wish: HeaderWish) => void;
};

/** Number, state and facts of a transaction, and what can be done with it. */
export function TransactionHeader(props: TransactionHeaderProps) {
  const { transaction, timeZone, backTo, mayDo, isPrinting, onWish } = props;
  const styles = useStyles();
  const now = useNow();
  const { verb, at } = lastStep(transaction);
  const more: (RowAction & { wish: HeaderWish })[] = [
    { wish: 'refund', label: 'Refund', icon: <ArrowUndo20Regular />, onClick: () => onWish('refund') },
    {
      wish: 'void',
      label: 'Void Transaction',
      icon: <DismissCircle20Regular />,
      danger: true,
      onClick: () => onWish('void'),
    },
  ];
  return (
    <header>
      <BackLink to={backTo}>Transactions</BackLink>
      <div className={styles.row}>
        <div>
          <div className={styles.line}>
            <h1 className={styles.title}>{numberOf(transaction)}</h1>
            <StatusBadge tone={statusTones[transaction.status]}>
              {transactionStatusLabels[transaction.status]}
            </StatusBadge>
          </div>
          <p className={styles.facts}>
            {verb} {formatInstant(at, timeZone)} · {relativeTime(at, now)}
          </p>
        </div>
        <div className={styles.actions}>
          {mayDo('cancel') ? <Button onClick={() => onWish('cancel')}>Cancel Transaction</Button> : null}
          {mayDo('continue') ? (
            <Button appearance="primary" icon={<Cart20Regular />} onClick={() => onWish('continue')}>
              Continue Checkout
            </Button>
          ) : null}
          {mayDo('print') ? (
            <Button
              icon={isPrinting ? <Spinner size="tiny" /> : <Print20Regular />}
              disabled={isPrinting}
              onClick={() => onWish('print')}
            >
              Print Receipt
            </Button>
          ) : null}
          {mayDo('email') ? (
            <Button icon={<Mail20Regular />} onClick={() => onWish('email')}>
              Email Receipt
            </Button>
          ) : null}
          <RowMenu
            bordered
            label={`More actions for ${numberOf(transaction)}`}
            actions={more.filter(({ wish }) => mayDo(wish))}
          />
        </div>
      </div>
    </header>
  );
}
