import { makeStyles } from '@fluentui/react-components';
import { WalletCreditCard24Regular, Warning12Filled } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import type { PendingPayment } from '#contract/payments.ts';
import { formatDate, formatShortDate, type CalendarDate } from '#domain/calendar-dates.ts';
import { paymentName, paymentMethodLabels, type Due } from '#domain/payments.ts';
import { numberOf } from '#domain/transactions.ts';
import { Button } from '#renderer/ui/button.tsx';
import type { Column } from '#renderer/ui/data-table.tsx';
import { Row } from '#renderer/ui/layout.tsx';
import { ListTable, type ListPageState } from '#renderer/ui/list-table.tsx';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { StateBadge, states } from '#renderer/ui/state-badge.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { ONE_PANE, useMedia } from '#renderer/ui/use-media.ts';
import { CellLine, MutedText, TextLink } from '#renderer/ui/table-text.tsx';
import { tones, type } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  text: { minWidth: 0 },
  expected: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2px 8px' },
  used: {
    ...type.metaStrong,
    display: 'flex',
    alignItems: 'flex-start',
    gap: '4px',
    color: tones.orange[1],
  },
  icon: { flexShrink: 0, marginTop: '2px' },
  verify: { minWidth: '88px' },
});

function Reference({ payment }: { payment: PendingPayment }) {
  const styles = useStyles();
  const used = payment.reference_used_in;
  return (
    <div className={styles.text}>
      <Text size="bodyStrong" block>
        {paymentMethodLabels[payment.method]}
      </Text>
      <CellLine>{payment.reference_number ?? 'No reference'}</CellLine>
      {used ? (
        <span className={styles.used}>
          <Warning12Filled className={styles.icon} aria-hidden="true" />
          <span>
            Already used in <Text noWrap>{numberOf(used)}</Text>
          </span>
        </span>
      ) : null}
    </div>
  );
}

const days = (count: number) => (count === 1 ? '1 day' : `${count} days`);

/** Returns the day that a payment is expected; on a card, which has no head above it, in as few words as are clear. */
function dayText(date: CalendarDate, due: Due, isCard: boolean): string {
  if (!isCard) return formatDate(date);
  const day = formatShortDate(date, { withYear: true });
  return due === 'later' ? `Expected ${day}` : day;
}

function Expected({ payment }: { payment: PendingPayment }) {
  const styles = useStyles();
  const isCard = useMedia(ONE_PANE);
  const { due, expected_date, age_days } = payment;
  if (expected_date === null) {
    return (
      <>
        <MutedText>No expected date</MutedText>
        <CellLine>{age_days === 0 ? 'Taken today' : `Taken ${days(age_days)} ago`}</CellLine>
      </>
    );
  }
  return (
    <div className={styles.expected}>
      <Text noWrap>{dayText(expected_date, due, isCard)}</Text>
      {due === 'overdue' ? (
        <StatusBadge tone={states.due.overdue.tone}>Overdue {days(age_days)}</StatusBadge>
      ) : null}
      {due === 'today' ? <StateBadge of="due" state={due} /> : null}
    </div>
  );
}

/** Below this width the badge goes under the date, so that references keep their room. */
const NARROW = '(max-width: 1339px)';

/** The columns that the list can be ordered by. */
export const pendingOrders = [
  { head: 'Expected', sort: 'expected' },
  { head: 'Amount', sort: 'amount' },
] as const;

type PendingTableProps = {
  list: ListPageState<PendingPayment>;
  /** True if the person may verify the payment or mark it failed. */
  mayReview: (payment: PendingPayment) => boolean;
  /** Renders a payment's screenshot small. */
  thumbnail: (payment: PendingPayment) => ReactNode;
  onVerify: (payment: PendingPayment) => void;
  onFail: (payment: PendingPayment) => void;
};

/** Lists the pending payments with their actions. */
export function PendingTable(props: PendingTableProps) {
  const { list, mayReview, thumbnail, onVerify, onFail } = props;
  const styles = useStyles();
  const isNarrow = useMedia(NARROW);
  const isCard = useMedia(ONE_PANE);
  const columns: Column<PendingPayment>[] = [
    {
      key: 'method',
      head: 'Method and reference',
      cell: (payment) => (
        <Row gap={12} align="center" shrinks>
          {thumbnail(payment)}
          <Reference payment={payment} />
        </Row>
      ),
    },
    {
      key: 'transaction',
      phone: 'line',
      head: 'Transaction',
      width: '17%',
      cell: ({ transaction }) => (
        <>
          <Text noWrap>
            <TextLink to={`/transactions/${transaction.id}`}>{numberOf(transaction)}</TextLink>
          </Text>
          <CellLine>{transaction.customer_name ?? 'Walk-in Customer'}</CellLine>
        </>
      ),
    },
    {
      key: 'expected',
      phone: 'line',
      ...pendingOrders[0],
      width: isNarrow ? '20%' : '29%',
      cell: (payment) => <Expected payment={payment} />,
    },
    {
      key: 'amount',
      ...pendingOrders[1],
      width: 'content',
      align: 'end',
      cell: (payment) => <MoneyText amount={payment.amount} surface="payment" size="strong" />,
    },
    {
      key: 'actions',
      phone: 'foot',
      head: 'Actions',
      headHidden: true,
      width: '232px',
      cell: (payment) =>
        mayReview(payment) ? (
          <Row gap={8} justify="end">
            <Button
              className={styles.verify}
              aria-label={`Verify the ${paymentName(payment)}`}
              onClick={() => onVerify(payment)}
            >
              Verify
            </Button>
            <Button
              appearance={isCard ? 'secondary' : 'subtle'}
              aria-label={`Mark failed: the ${paymentName(payment)}`}
              onClick={() => onFail(payment)}
            >
              Mark failed
            </Button>
          </Row>
        ) : null,
    },
  ];
  const payments = list.page?.data;
  const shown = payments && !payments.some(mayReview) ? columns.slice(0, -1) : columns;
  return (
    <ListTable<PendingPayment>
      orderedAbove
      label="Pending payments"
      columns={shown}
      list={list}
      empty={{
        icon: <WalletCreditCard24Regular />,
        title: 'No pending payments',
        text: 'A payment that is saved as pending shows here until somebody confirms that the money arrived.',
      }}
      notFound={{ text: 'Check the reference, number or name, or choose another date.' }}
    />
  );
}
