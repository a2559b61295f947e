import { makeStyles } from '@fluentui/react-components';
import { Gift24Regular } from '@fluentui/react-icons';
import type { LoyaltyEntry } from '#contract/customers.ts';
import { formatDate } from '#domain/calendar-dates.ts';
import { formatInstant, storeDate, type Zones } from '#domain/store-time.ts';
import { loyaltyPage } from '#renderer/lib/paged-reads.ts';
import { usePage } from '#renderer/lib/use-list.ts';
import type { Column } from '#renderer/ui/data-table.tsx';
import { ListTable } from '#renderer/ui/list-table.tsx';
import { TextLink } from '#renderer/ui/table-text.tsx';
import { palette, tabular, tones } from '#renderer/ui/theme.ts';
import { pointsChange, pointsText } from './customer-text.ts';

const useStyles = makeStyles({
  figures: tabular,
  given: { ...tabular, fontWeight: 600, color: tones.green[1] },
  taken: { ...tabular, fontWeight: 600, color: palette.danger },
});

type LoyaltyLedgerProps = {
  customerId: number;
  page: number;
  onPage: (page: number) => void;
  timeZone: Zones;
  zoneNamed: (text: string) => string;
  /** Null for those who may not see transactions. */
  linkTo: ((transactionId: number) => string) | null;
};

function columnsOf(
  styles: ReturnType<typeof useStyles>,
  { timeZone, zoneNamed, linkTo }: LoyaltyLedgerProps,
): Column<LoyaltyEntry>[] {
  return [
    {
      key: 'date',
      phone: 'line',
      head: zoneNamed('Date'),
      width: 'content',
      cell: (row) =>
        row.staff ? formatInstant(row.created_at, timeZone) : formatDate(storeDate(row.created_at, timeZone)),
    },
    {
      key: 'reason',
      phone: 'title',
      head: 'Reason',
      cell: (row) =>
        row.transaction_id !== null && linkTo ? (
          <TextLink to={linkTo(row.transaction_id)}>{row.reason}</TextLink>
        ) : (
          row.reason
        ),
    },
    { key: 'staff', head: 'By', cell: (row) => row.staff?.name ?? '—' },
    {
      key: 'points',
      phone: 'amount',
      head: 'Points',
      width: 'content',
      align: 'end',
      cell: (row) => (
        <span className={row.points < 0 ? styles.taken : styles.given}>{pointsChange(row.points)}</span>
      ),
    },
    {
      key: 'balance',
      head: 'Balance',
      width: 'content',
      align: 'end',
      cell: (row) => <span className={styles.figures}>{pointsText(row.balance)}</span>,
    },
  ];
}

/** Lists every change of a customer's points with person and reason, the newest first. */
export function LoyaltyLedger(props: LoyaltyLedgerProps) {
  const { customerId, page, onPage } = props;
  const list = usePage(loyaltyPage(customerId, page), onPage);
  return (
    <ListTable
      bare
      low
      label="Loyalty points"
      columns={columnsOf(useStyles(), props)}
      list={list}
      empty={{
        icon: <Gift24Regular />,
        title: 'No points yet',
        text: 'Points from sales, and those added or deducted by hand, show here.',
      }}
    />
  );
}
