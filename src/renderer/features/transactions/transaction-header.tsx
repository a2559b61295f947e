import { Spinner } from '@fluentui/react-components';
import {
  ArrowUndo20Regular,
  Cart20Regular,
  DismissCircle20Regular,
  Mail20Regular,
  Print20Regular,
} from '@fluentui/react-icons';
import type { Transaction } from '#contract/transactions.ts';
import { relativeTime } from '#domain/relative-time.ts';
import { formatInstant, type Zones } from '#domain/store-time.ts';
import { numberOf } from '#domain/transactions.ts';
import { useNow } from '#renderer/lib/use-now.ts';
import { Button } from '#renderer/ui/button.tsx';
import { DetailHeader } from '#renderer/ui/detail-header.tsx';
import { Row } from '#renderer/ui/layout.tsx';
import { RowMenu, type RowAction } from '#renderer/ui/row-menu.tsx';
import { StateBadge } from '#renderer/ui/state-badge.tsx';

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

export type HeaderAction = 'continue' | 'cancel' | 'print' | 'email' | 'void' | 'refund';

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
  const now = useNow();
  const taken = steps(transaction);
  const dates = taken.map(({ verb, at }) => `${verb} ${formatInstant(at, timeZone)}`);
  const more: (RowAction & { action: HeaderAction })[] = [
    { action: 'refund', label: 'Refund', icon: <ArrowUndo20Regular />, onClick: () => onAction('refund') },
    {
      action: 'void',
      label: 'Void Transaction',
      icon: <DismissCircle20Regular />,
      danger: true,
      onClick: () => onAction('void'),
    },
  ];
  return (
    <DetailHeader
      back={{ to: backTo, label: 'Transactions' }}
      title={numberOf(transaction)}
      badge={<StateBadge of="transaction" state={transaction.status} />}
      line={[...dates, relativeTime(taken.at(-1)?.at ?? now, now)].join(' · ')}
      actions={
        <Row gap={8} fixed>
          {mayDo('cancel') ? <Button onClick={() => onAction('cancel')}>Cancel Transaction</Button> : null}
          {mayDo('continue') ? (
            <Button appearance="primary" icon={<Cart20Regular />} onClick={() => onAction('continue')}>
              Continue Checkout
            </Button>
          ) : null}
          {mayDo('print') ? (
            <Button
              icon={isPrinting ? <Spinner size="tiny" /> : <Print20Regular />}
              disabled={isPrinting}
              onClick={() => onAction('print')}
            >
              Print Receipt
            </Button>
          ) : null}
          {mayDo('email') ? (
            <Button icon={<Mail20Regular />} onClick={() => onAction('email')}>
              Email Receipt
            </Button>
          ) : null}
          <RowMenu
            bordered
            label={`More actions for ${numberOf(transaction)}`}
            actions={more.filter(({ action }) => mayDo(action))}
          />
        </Row>
      }
    />
  );
}
