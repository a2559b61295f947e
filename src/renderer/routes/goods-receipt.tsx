import { BoxCheckmark24Regular, Print20Regular, Tag20Regular } from '@fluentui/react-icons';
import { receiving, type GoodsReceipt, type ReceivedUnit } from '#contract/receiving.ts';
import { formatMoney } from '#domain/money.ts';
import { formatInstant, zonesOf } from '#domain/store-time.ts';
import { numberLines, unitCategoryLabels, unitsText } from '#domain/units.ts';
import { useReadableStores } from '#renderer/app/inactive-stores.ts';
import { OtherStoreBanner } from '#renderer/app/other-store-banner.tsx';
import { useSignedIn } from '#renderer/app/session.tsx';
import { useUnitLabels } from '#renderer/app/unit-labels.ts';
import { useReceiptLabels } from '#renderer/features/receiving/use-receipt-labels.ts';
import { useReceiptSlip } from '#renderer/features/receiving/use-receipt-slip.ts';
import { read } from '#renderer/lib/read.ts';
import { useAddressed } from '#renderer/lib/use-addressed.ts';
import { Card } from '#renderer/ui/card.tsx';
import { DataTable, type Column } from '#renderer/ui/data-table.tsx';
import { DetailHeader } from '#renderer/ui/detail-header.tsx';
import { FactList } from '#renderer/ui/fact-list.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { Page } from '#renderer/ui/page-header.tsx';
import { Skeleton } from '#renderer/ui/skeleton.tsx';
import { CellLine, MutedText, TextLink } from '#renderer/ui/table-text.tsx';
import { CodesCell } from '#renderer/ui/unit-cells.tsx';

/** /goods-receipts/:receiptId: one goods receipt of an order, with its units. */
export function GoodsReceiptPage() {
  const query = useAddressed('receiptId', (receiptId) => read(receiving.receipt, { params: { receiptId } }));
  return (
    <Loaded
      back={{ to: '/purchase-orders', label: 'Purchase Orders' }}
      query={query}
      noun="goods receipt"
      missing={{
        icon: <BoxCheckmark24Regular />,
        text: 'It does not exist, or belongs to a store that is not yours.',
      }}
      skeleton={
        <>
          <Skeleton height={48} />
          <Skeleton height={360} />
        </>
      }
    >
      {(receipt) => <Receipt receipt={receipt} />}
    </Loaded>
  );
}

type Item = GoodsReceipt['items'][number];
/** A unit; or several without a code, which differ in nothing. */
type Row = { key: string; item: Item; unit: ReceivedUnit; count: number };

/** Returns a row for each unit with a code, and one for those without, by condition. */
function rowsOf({ items }: GoodsReceipt): Row[] {
  const rows: Row[] = [];
  for (const item of items) {
    for (const [place, unit] of item.units.entries()) {
      const isAlike = unit.inventory_item_id !== null && numberLines(unit).length === 0;
      const alike = rows.find(
        (row) =>
          isAlike &&
          row.item === item &&
          row.unit.inventory_item_id !== null &&
          numberLines(row.unit).length === 0 &&
          row.unit.category === unit.category &&
          row.unit.condition_rating === unit.condition_rating,
      );
      if (alike) alike.count += 1;
      else rows.push({ key: `${item.supplier_transaction_item_id}.${place}`, item, unit, count: 1 });
    }
  }
  return rows;
}

const columns = (seesCosts: boolean, seesProducts: boolean): Column<Row>[] => [
  {
    key: 'product',
    head: 'Product',
    cell: ({ item: { product_variation: of }, unit, count }) => {
      const page =
        count > 1 ? seesProducts && `/products/${of.product.id}` : `/inventory/${unit.inventory_item_id}`;
      return (
        <>
          {unit.inventory_item_id === null || page === false ? (
            of.product.name
          ) : (
            <TextLink to={page}>{of.product.name}</TextLink>
          )}
          <CellLine>{of.name}</CellLine>
        </>
      );
    },
  },
  {
    key: 'numbers',
    phone: 'line',
    head: 'Numbers',
    width: 'content',
    cell: ({ unit, count }) =>
      unit.inventory_item_id === null ? (
        <MutedText>Deleted since</MutedText>
      ) : count > 1 ? (
        `${unitsText(count)} without a code`
      ) : (
        <CodesCell unit={{ ...unit, product_name: '', variation_name: '' }} />
      ),
  },
  {
    key: 'category',
    head: 'Category',
    width: 'content',
    cell: ({ unit: { category, condition_rating } }) => (
      <>
        {category === null ? <MutedText>–</MutedText> : unitCategoryLabels[category]}
        {condition_rating === null ? null : <CellLine>{condition_rating} of 5</CellLine>}
      </>
    ),
  },
  ...(seesCosts
    ? [
        {
          key: 'cost',
          head: 'Unit cost',
          width: 'content',
          align: 'end' as const,
          cell: ({ item }: Row) => formatMoney(item.unit_cost ?? 0, 'purchasing'),
        },
      ]
    : []),
];

function Receipt({ receipt }: { receipt: GoodsReceipt }) {
  const { store, may } = useSignedIn();
  const stores = useReadableStores();
  const print = useReceiptSlip();
  const labels = useReceiptLabels(useUnitLabels());
  const at = stores.find(({ id }) => id === receipt.store.id) ?? store;
  const { order, total_cost, notes } = receipt;
  return (
    <Page>
      <DetailHeader
        back={{ to: `/purchase-orders/${order.id}`, label: order.transaction_number }}
        title={receipt.number}
        line={`${unitsText(receipt.units_count)} received by ${receipt.received_by.name}, ${formatInstant(receipt.received_at, zonesOf(at))}`}
        actions={{
          secondary: [
            { label: 'Print labels', icon: <Tag20Regular />, onClick: () => labels.ofReceipt(receipt) },
            { label: 'Print note', icon: <Print20Regular />, onClick: () => void print(receipt, at) },
          ],
        }}
      />
      <OtherStoreBanner noun="goods receipt" stores={[receipt.store]} />
      <Card flush>
        <FactList
          facts={[
            { label: 'Supplier', value: receipt.supplier.name },
            { label: 'Store', value: receipt.store.name },
            ...(total_cost === undefined
              ? []
              : [{ label: 'Cost', value: formatMoney(total_cost, 'purchasing'), figures: true }]),
            ...(notes === null ? [] : [{ label: 'Notes', value: notes }]),
          ]}
        />
      </Card>
      <DataTable
        label="Units"
        columns={columns(may('costs.view'), may('products.view'))}
        rows={rowsOf(receipt)}
        rowKey={({ key }) => key}
      />
    </Page>
  );
}
