import { makeStyles } from '@fluentui/react-components';
import { Receipt24Regular } from '@fluentui/react-icons';
import { useNavigate } from 'react-router';
import { customers, type CustomerTransaction } from '#contract/customers.ts';
import type { Zones } from '#domain/store-time.ts';
import { read } from '#renderer/lib/read.ts';
import { usePage } from '#renderer/lib/use-list.ts';
import type { Column } from '#renderer/ui/data-table.tsx';
import { ListTable } from '#renderer/ui/list-table.tsx';
import { saleColumns } from '#renderer/ui/sale-columns.tsx';
import { palette, sizes, type } from '#renderer/ui/theme.ts';

const PER_PAGE = 10;

const useStyles = makeStyles({
  scope: {
    ...type.label,
    margin: 0,
    padding: `10px ${sizes.cardSide}`,
    borderBottom: `1px solid ${palette.hairline}`,
    color: palette.text3,
  },
});

type CustomerTransactionsProps = {
  customerId: number;
  page: number;
  onPage: (page: number) => void;
  zoneOf: (storeId: number) => Zones;
  /** Null for those who may not see transactions. */
  linkTo: ((transactionId: number) => string) | null;
  /** True if the reader sees some of the chain's stores only: the figures above then count more than these rows. */
  ownStoresOnly: boolean;
};

/** Lists a customer's purchases at the reader's stores, the newest first. */
export function CustomerTransactions(props: CustomerTransactionsProps) {
  const { customerId, page, onPage, zoneOf, linkTo, ownStoresOnly } = props;
  const styles = useStyles();
  const navigate = useNavigate();
  const list = usePage(
    read(customers.transactions, { params: { customerId }, query: { page, per_page: PER_PAGE } }),
    onPage,
  );
  const open = (row: { id: number }) => linkTo && void navigate(linkTo(row.id));
  const { first, last } = saleColumns({
    surface: 'customer',
    zoneOf,
    linkTo,
    onOpen: open,
  });
  const columns: Column<CustomerTransaction>[] = [
    ...first,
    { key: 'store', head: 'Store', width: 'content', cell: (row) => row.store.name },
    { key: 'items', head: 'Items', width: 'content', align: 'end', cell: (row) => row.items_count },
    ...last,
  ];
  return (
    <>
      {ownStoresOnly ? (
        <p className={styles.scope}>
          Only sales at your stores are listed. The figures above count every store.
        </p>
      ) : null}
      <ListTable
        bare
        low
        label="Transactions"
        columns={columns}
        list={list}
        onOpen={linkTo ? open : undefined}
        empty={{
          icon: <Receipt24Regular />,
          title: 'No transactions yet',
          text: ownStoresOnly
            ? 'Sales to this customer at your stores show here.'
            : 'Sales to this customer show here.',
        }}
      />
    </>
  );
}
