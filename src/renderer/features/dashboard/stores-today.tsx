import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { dashboard, type StoreFigures } from '#contract/dashboard.ts';
import { formatMoney } from '#domain/money.ts';
import { read } from '#renderer/lib/read.ts';
import { Card } from '#renderer/ui/card.tsx';
import { ErrorState } from '#renderer/ui/error-state.tsx';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { LoadingNote, Skeleton } from '#renderer/ui/skeleton.tsx';
import { CellLine, TextLink } from '#renderer/ui/table-text.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { palette, tabular, type } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  table: { width: '100%', borderCollapse: 'collapse', tableLayout: 'fixed' },
  head: { ...type.metaStrong, padding: '8px 20px', color: palette.text2, textAlign: 'left' },
  cell: {
    ...type.body,
    ...tabular,
    height: '48px',
    padding: '6px 20px',
    borderTop: `1px solid ${palette.rowLine}`,
    color: palette.text1,
  },
  end: { textAlign: 'right' },
  sum: { ...type.bodyStrong, backgroundColor: '#F9FBFB' },
  loading: { display: 'flex', flexDirection: 'column', gap: '16px', padding: '16px 20px' },
});

const count = (number: number) => number.toLocaleString('en-PH');

function againstLastWeek({ sales, sales_last_week }: StoreFigures['today']): string {
  const difference = sales - sales_last_week;
  return `${difference < 0 ? '' : '+'}${formatMoney(difference, 'dashboard')} vs. last week`;
}

function waitingText(waiting: StoreFigures['waiting']): string {
  if (!waiting) return '—';
  const { drafts, payments } = waiting;
  return `${count(drafts)} ${drafts === 1 ? 'draft' : 'drafts'}, ${count(payments)} pending`;
}

const columns = [
  { name: 'Store', width: '26%' },
  { name: 'Sales', width: '24%' },
  { name: 'Transactions', width: '13%' },
  { name: 'In stock', width: '17%' },
  { name: 'Waiting', width: '20%' },
];

type Figures = Pick<StoreFigures, 'today' | 'inventory' | 'waiting'>;

/** Returns the sums over all stores. */
function together(stores: readonly StoreFigures[]): Figures {
  const sum = (read: (store: StoreFigures) => number) =>
    stores.reduce((total, store) => total + read(store), 0);
  return {
    today: {
      sales: sum(({ today }) => today.sales),
      transactions: sum(({ today }) => today.transactions),
      average: 0,
      sales_last_week: sum(({ today }) => today.sales_last_week),
    },
    inventory: {
      items: sum(({ inventory }) => inventory.items),
      low: sum(({ inventory }) => inventory.low),
      out: sum(({ inventory }) => inventory.out),
    },
    waiting: stores.every(({ waiting }) => waiting)
      ? {
          drafts: sum(({ waiting }) => waiting?.drafts ?? 0),
          payments: sum(({ waiting }) => waiting?.payments ?? 0),
        }
      : undefined,
  };
}

const stockText = ({ low, out }: Figures['inventory']) =>
  low === 0 ? 'Nothing low' : `${count(low)} low, ${count(out)} out`;

type FigureCellsProps = {
  figures: Figures;
  className: string;
  /** The address of the list of low stock. */
  lowStock?: string | null;
};

function FigureCells({ figures, className, lowStock = null }: FigureCellsProps) {
  const styles = useStyles();
  const { today, inventory, waiting } = figures;
  const end = mergeClasses(className, styles.end);
  return (
    <>
      <td className={end}>
        <MoneyText amount={today.sales} surface="dashboard" size="strong" />
        <CellLine>{againstLastWeek(today)}</CellLine>
      </td>
      <td className={end}>{count(today.transactions)}</td>
      <td className={end}>
        {count(inventory.items)}
        <CellLine tone={inventory.low > 0 ? 'waiting' : undefined}>
          {lowStock && inventory.low > 0 ? (
            <TextLink small to={lowStock}>
              {stockText(inventory)}
            </TextLink>
          ) : (
            stockText(inventory)
          )}
        </CellLine>
      </td>
      <td className={end}>{waitingText(waiting)}</td>
    </>
  );
}

/** Shows today's figures of every store and their sums, for people who see all stores. */
export function StoresToday({ seesStock }: { seesStock: boolean }) {
  const styles = useStyles();
  const query = useQuery(read(dashboard.chain));
  if (query.isError) {
    return (
      <Card title="Stores today" flush>
        <ErrorState
          title="The stores could not be loaded"
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      </Card>
    );
  }
  if (!query.data) {
    return (
      <Card title="Stores today" flush>
        <LoadingNote>Loading stores</LoadingNote>
        <div className={styles.loading}>
          <Skeleton />
          <Skeleton />
          <Skeleton />
        </div>
      </Card>
    );
  }
  const stores = query.data.data;
  if (stores.length < 2) return null;
  return (
    <Card title="Stores today" side="Each on its own day, pesos" flush>
      <table className={styles.table} aria-label="Stores today">
        <thead>
          <tr>
            {columns.map(({ name, width }, place) => (
              <th
                key={name}
                scope="col"
                style={{ width }}
                className={mergeClasses(styles.head, place > 0 && styles.end)}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {stores.map((store) => (
            <tr key={store.id}>
              <td className={styles.cell}>
                <Text size="bodyStrong">{store.name}</Text>
                <CellLine>
                  {[store.code, store.is_warehouse && 'Warehouse', !store.is_active && 'Inactive']
                    .filter(Boolean)
                    .join(' · ')}
                </CellLine>
              </td>
              <FigureCells
                figures={store}
                className={styles.cell}
                lowStock={seesStock ? `/inventory/low-stock?store_id=${store.id}` : null}
              />
            </tr>
          ))}
          <tr>
            <td className={mergeClasses(styles.cell, styles.sum)}>All stores</td>
            <FigureCells figures={together(stores)} className={mergeClasses(styles.cell, styles.sum)} />
          </tr>
        </tbody>
      </table>
    </Card>
  );
}
