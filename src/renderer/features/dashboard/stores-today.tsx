import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { dashboard, type StoreFigures } from '#contract/dashboard.ts';
import { countText } from '#domain/count-text.ts';
import { formatMoney } from '#domain/money.ts';
import { read } from '#renderer/lib/read.ts';
import { useCardRows } from '#renderer/ui/card-rows.ts';
import { Card } from '#renderer/ui/card.tsx';
import { ErrorState } from '#renderer/ui/error-state.tsx';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { LoadingNote, Skeleton } from '#renderer/ui/skeleton.tsx';
import { CellLine, TextLink } from '#renderer/ui/table-text.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { palette, sizes, tabular, type } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  table: { width: '100%', borderCollapse: 'collapse', tableLayout: 'fixed' },
  head: { ...type.metaStrong, padding: `8px ${sizes.cardSide}`, color: palette.text2, textAlign: 'left' },
  cell: {
    ...type.body,
    ...tabular,
    height: '48px',
    padding: `6px ${sizes.cardSide}`,
    borderTop: `1px solid ${palette.rowLine}`,
    color: palette.text1,
  },
  end: { textAlign: 'right' },
  sum: { ...type.bodyStrong, backgroundColor: '#F9FBFB' },
  loading: { display: 'flex', flexDirection: 'column', gap: '16px', padding: `16px ${sizes.cardSide}` },
});

function againstLastWeek({ sales, sales_last_week }: StoreFigures['today']): string {
  const difference = sales - sales_last_week;
  return `${difference < 0 ? '' : '+'}${formatMoney(difference, 'dashboard')} vs. last week`;
}

function waitingText(waiting: StoreFigures['waiting']): string {
  if (!waiting) return '—';
  const { drafts, payments } = waiting;
  return `${countText(drafts)} ${drafts === 1 ? 'draft' : 'drafts'}, ${countText(payments)} pending`;
}

const columns = [
  { key: 'store', head: 'Store', width: '26%' },
  { key: 'amount', head: 'Sales', width: '24%' },
  { key: 'transactions', head: 'Transactions', width: '13%' },
  { key: 'stock', head: 'In stock', width: '17%' },
  { key: 'waiting', head: 'Waiting', width: '20%' },
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
      without_price: sum(({ inventory }) => inventory.without_price),
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
  low === 0 ? 'Nothing low' : `${countText(low)} low, ${countText(out)} out`;

type CellProps = (place: number) => {
  role: string | undefined;
  'data-head': string | undefined;
  className: string | undefined;
};

type FigureCellsProps = {
  figures: Figures;
  cell: CellProps;
  /** The address of the list of low stock. */
  lowStock?: string | null;
};

function FigureCells({ figures, cell, lowStock = null }: FigureCellsProps) {
  const { today, inventory, waiting } = figures;
  return (
    <>
      <td {...cell(1)}>
        <MoneyText amount={today.sales} surface="dashboard" size="strong" />
        <CellLine>{againstLastWeek(today)}</CellLine>
      </td>
      <td {...cell(2)}>{countText(today.transactions)}</td>
      <td {...cell(3)}>
        {countText(inventory.items)}
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
      <td {...cell(4)}>{waitingText(waiting)}</td>
    </>
  );
}

/** Shows today's figures of every store and their sums, for people who see all stores. */
export function StoresToday({ seesStock }: { seesStock: boolean }) {
  const styles = useStyles();
  const query = useQuery(read(dashboard.chain));
  const cards = useCardRows(columns, false);
  const roleOf = (role: string) => (cards ? role : undefined);
  const cellOf =
    (isSum: boolean): CellProps =>
    (place) => ({
      role: roleOf('cell'),
      'data-head': cards ? columns[place]?.head : undefined,
      className:
        cards?.cells[place] ?? mergeClasses(styles.cell, isSum && styles.sum, place > 0 && styles.end),
    });
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
      <table role={roleOf('table')} className={cards?.table ?? styles.table} aria-label="Stores today">
        <thead role={roleOf('rowgroup')} className={cards?.heads}>
          <tr role={roleOf('row')}>
            {columns.map(({ key, head, width }, place) => (
              <th
                key={key}
                scope="col"
                role={roleOf('columnheader')}
                style={{ width }}
                className={mergeClasses(styles.head, place > 0 && styles.end)}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role={roleOf('rowgroup')} className={cards?.body}>
          {stores.map((store) => (
            <tr key={store.id} role={roleOf('row')} className={cards?.row}>
              <td {...cellOf(false)(0)}>
                <Text size="bodyStrong">{store.name}</Text>
                <CellLine>
                  {[store.code, store.is_warehouse && 'Warehouse', !store.is_active && 'Inactive']
                    .filter(Boolean)
                    .join(' · ')}
                </CellLine>
              </td>
              <FigureCells
                figures={store}
                cell={cellOf(false)}
                lowStock={seesStock ? `/inventory/low-stock?store_id=${store.id}` : null}
              />
            </tr>
          ))}
          <tr role={roleOf('row')} className={cards ? mergeClasses(cards.row, styles.sum) : undefined}>
            <td {...cellOf(true)(0)}>All stores</td>
            <FigureCells figures={together(stores)} cell={cellOf(true)} />
          </tr>
        </tbody>
      </table>
    </Card>
  );
}
