import { makeStyles } from '@fluentui/react-components';
import { Gift24Regular } from '@fluentui/react-icons';
import type { LoyaltyEntry } from '#contract/customers.ts';
import { formatInstant } from '#domain/store-time.ts';
import { Button } from '#renderer/ui/button.tsx';
import { DataTable, type Column } from '#renderer/ui/data-table.tsx';
import { EmptyState } from '#renderer/ui/empty-state.tsx';
import { ErrorState } from '#renderer/ui/error-state.tsx';
import { Pager } from '#renderer/ui/pager.tsx';
import { TextLink } from '#renderer/ui/table-text.tsx';
import { palette, tabular, tones } from '#renderer/ui/theme.ts';
import { pointsChange, pointsWords } from './customer-words.ts';
import { useCustomerLoyalty } from './use-customer-detail.ts';

const useStyles = makeStyles({
  figures: tabular,
  given: { ...tabular, fontWeight: 600, color: tones.green[1] },
  taken: { ...tabular, fontWeight: 600, color: palette.danger },
});

type LoyaltyLedgerProps = {
  customerId: number;
  page: number;
  onPage: (page: number) => void;
  timeZone: string;
  /** Null for those who may not see transactions. */
  linkTo: ((transactionId: number) => string) | null;
};

function columnsOf(
  styles: ReturnType<typeof useStyles>,
  { timeZone, linkTo }: LoyaltyLedgerProps,
): Column<LoyaltyEntry>[] {
  return [
    {
      key: 'date',
      head: 'Date',
      width: '22%',
      cell: (row) => formatInstant(row.created_at, timeZone),
    },
    {
      key: 'reason',
      head: 'Reason',
      cell: (row) =>
        row.transaction_id !== null && linkTo ? (
          <TextLink to={linkTo(row.transaction_id)}>{row.reason}</TextLink>
        ) : (
          row.reason
        ),
    },
    { key: 'staff', head: 'By', width: '18%', cell: (row) => row.staff.name },
    {
      key: 'points',
      head: 'Points',
      width: '14%',
      align: 'end',
      cell: (row) => (
        <span className={row.points < 0 ? styles.taken : styles.given}>{pointsChange(row.points)}</span>
      ),
    },
    {
      key: 'balance',
      head: 'Balance',
      width: '14%',
      align: 'end',
      cell: (row) => <span className={styles.figures}>{pointsWords(row.balance)}</span>,
    },
  ];
}

/** Every change of a customer's points, with who made it and why; the newest first. */
export function LoyaltyLedger(props: LoyaltyLedgerProps) {
  const { customerId, page, onPage } = props;
  const styles = useStyles();
  const list = useCustomerLoyalty(customerId, page);
  const instead = () => {
    if (list.isError && !list.data) {
      return (
        <ErrorState compact title="The points could not be loaded" onRetry={() => void list.refetch()} />
      );
    }
    if (!list.data || list.data.data.length > 0) return null;
    if (list.data.total > 0) {
      return (
        <EmptyState
          compact
          icon={<Gift24Regular />}
          title="The list ends before this page"
          action={<Button onClick={() => onPage(1)}>Go to the first page</Button>}
        />
      );
    }
    return (
      <EmptyState compact icon={<Gift24Regular />} title="No points yet">
        Points from sales, and those added or deducted by hand, show here.
      </EmptyState>
    );
  };
  return (
    <DataTable
      bare
      low
      label="Loyalty points"
      columns={columnsOf(styles, props)}
      rows={list.data?.data}
      rowKey={(row) => row.id}
      stale={list.isPlaceholderData}
      instead={instead()}
      pager={list.data && list.data.last_page > 1 ? <Pager place={list.data} onPage={onPage} /> : null}
    />
  );
}
