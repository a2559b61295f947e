import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { Payment } from '#contract/payments.ts';
import type { Centavos } from '#domain/money.ts';
import { changeByPayment, coveredAmount } from '#domain/payments.ts';
import { Card } from '#renderer/ui/card.tsx';
import { Row } from '#renderer/ui/layout.tsx';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { palette, sizes, type } from '#renderer/ui/theme.ts';
import { useWidth } from '#renderer/ui/use-width.ts';
import { LedgerRow, type PaymentActions } from './ledger-row.tsx';
import { ScreenshotDialog } from './screenshot-dialog.tsx';

/** Pixels; in narrower rows "Verify" is an icon. */
const NARROW_ROW = 640;

const useStyles = makeStyles({
  fill: {
    flexShrink: 1,
    '& > :last-child': { flexGrow: 1, minHeight: 0, overflowY: 'auto' },
  },
  least: { minHeight: '152px' },
  none: { ...type.body, margin: 0, padding: `20px ${sizes.cardSide}`, color: palette.text3 },
  list: { margin: 0, padding: 0, listStyleType: 'none' },
});

/** Shows the sums of the payments by status, without change: "₱500.00 completed · ₱180.00 pending". */
function Covers({ payments, change }: { payments: readonly Payment[]; change: Centavos }) {
  const sums = (['completed', 'pending'] as const)
    .map((status) => {
      const covered = coveredAmount(payments.filter((each) => each.status === status));
      return { status, sum: status === 'completed' ? covered - change : covered };
    })
    .filter(({ sum }) => sum > 0);
  return sums.map(({ status, sum }, index) => (
    <span key={status}>
      {index > 0 ? ' · ' : null}
      <MoneyText amount={sum} surface="payment" /> {status}
    </span>
  ));
}

/** Scrolls to a payment that was just added to the list, as far as what has the focus stays in sight. */
function useNewestInSight(count: number) {
  const list = useRef<HTMLUListElement>(null);
  const before = useRef(count);
  useEffect(() => {
    const newest = count > before.current ? list.current?.lastElementChild : null;
    for (const each of newest ? [newest, document.activeElement] : [])
      each?.scrollIntoView({ block: 'nearest' });
    before.current = count;
  }, [count]);
  return list;
}

type PaymentsLedgerProps = {
  title?: string;
  /** The text if there are no payments. */
  empty?: string;
  payments: readonly Payment[];
  /** The change that was given, which is no part of what was paid. */
  change?: Centavos;
  /** The actions on a payment; a missing one hides its menu entry. */
  actions?: PaymentActions;
  /** True if the sale is a draft: amount and method can be edited, too. */
  mayChangeAmount?: boolean;
  /** A way to another kind of payment, at the side of the title. */
  more?: ReactNode;
  /** True if the list takes at most the remaining height and scrolls inside. */
  fill?: boolean;
};

/** Lists the payments of a sale; failed and deleted ones stay, with person and reason. */
export function PaymentsLedger(props: PaymentsLedgerProps) {
  const {
    title = 'Existing payments',
    empty = 'No payments yet. Save Payment lists them here.',
    payments,
    change = 0,
    actions = {},
    mayChangeAmount = false,
    fill = false,
    more = null,
  } = props;
  const styles = useStyles();
  const [measure, width] = useWidth();
  const [shown, setShown] = useState<Payment | null>(null);
  // Without a pending payment no row needs room for "Verify".
  const isNarrow = width < NARROW_ROW || !payments.some(({ status }) => status === 'pending');
  const changes = changeByPayment(change, payments);
  const list = useNewestInSight(payments.length);
  const rows =
    payments.length === 0 ? (
      <p className={styles.none}>{empty}</p>
    ) : (
      <ul ref={list} className={styles.list} aria-label={title}>
        {payments.map((payment) => (
          <LedgerRow
            key={payment.id}
            payment={payment}
            change={changes.get(payment.id) ?? 0}
            actions={actions}
            mayChangeAmount={mayChangeAmount}
            isNarrow={isNarrow}
            amountLast={!fill}
            onShow={setShown}
          />
        ))}
      </ul>
    );
  return (
    <Card
      title={title}
      flush
      compact={fill}
      className={fill ? mergeClasses(styles.fill, payments.length > 0 && styles.least) : undefined}
      side={
        <Row as="span" gap={12} align="center" wraps>
          <span>
            <Covers payments={payments} change={change} />
          </span>
          {more}
        </Row>
      }
    >
      <div ref={measure}>{rows}</div>
      {shown ? <ScreenshotDialog payment={shown} onClose={() => setShown(null)} /> : null}
    </Card>
  );
}
