import type { FileAnswer } from '#contract/define-route.ts';
import type { Centavos } from '#domain/money.ts';
import { can } from '#domain/permissions.ts';
import { formatClock, storeDate, zonesOf, type Zones } from '#domain/store-time.ts';
import { transactionStatusLabels } from '#domain/transactions.ts';
import type { Reader } from '../../db/access.ts';
import { csvAmount, csvFile, type CsvColumns } from '../../http/csv-file.ts';
import { chainSettings } from '../settings/settings.public.ts';
import { getStore, sellersOf } from '../stores/stores.public.ts';
import { type ExportedRow, findFollowing } from './list.repository.ts';
import { withFewIds } from './sale-filter.repository.ts';
import { filterOf, STANDARD_SORT, type ListCaller, type ListQuery } from './list.usecases.ts';

/** Returns what a sale added to the net sales, as the daily reports add it up: nothing if it is a draft or void. */
const netOf = ({ status, total_amount, refunded_amount, written_off }: ExportedRow): Centavos =>
  status === 'draft' || status === 'void' ? 0 : total_amount - refunded_amount - written_off;

/** Returns what a sale's cash was rounded by in all: that of a void is what it handed back beyond the payments. */
const roundingOf = ({ status, cash_rounding, void_rounding, refund_rounding }: ExportedRow): Centavos =>
  status === 'void' ? void_rounding : cash_rounding + refund_rounding;

/** Returns the tax of what came back of a sale: all of it with a void. */
const taxReturned = ({ status, tax_amount, refunded_tax }: ExportedRow): Centavos =>
  status === 'void' ? tax_amount : refunded_tax;

const PHONE: CsvColumns<ExportedRow>[number] = ['Phone', (row) => row.customer_phone ?? ''];

const dateText = (at: number, zones: Zones) => `${storeDate(at, zones)} ${formatClock(at, zones)}`;

type Sellers = Awaited<ReturnType<typeof sellersOf>>;

const columnsIn = (
  zonesAt: (storeId: number) => Zones,
  sellerOf: (row: ExportedRow) => ReturnType<Sellers>,
  seesCustomers: boolean,
): CsvColumns<ExportedRow> => [
  ['Number', (row) => row.invoice_number ?? row.draft_number],
  ['Draft number', (row) => row.draft_number],
  ['Date', (row) => dateText(row.dated_at, zonesAt(row.store_id))],
  ['Status', (row) => transactionStatusLabels[row.status]],
  ['Customer', (row) => row.customer_name ?? 'Walk-in Customer'],
  ...(seesCustomers ? [PHONE] : []),
  ['Staff', (row) => row.staff_name],
  ['Store', (row) => row.store_name],
  ['Seller', (row) => sellerOf(row)?.store.registered_name ?? sellerOf(row)?.shop_name ?? ''],
  ['Seller TIN', (row) => sellerOf(row)?.store.tin ?? ''],
  ['Seller address', (row) => sellerOf(row)?.store.address ?? ''],
  ['Items', (row) => row.items_count ?? 0],
  ['Subtotal', (row) => csvAmount(row.subtotal)],
  ['Discount', (row) => csvAmount(row.discount_amount)],
  ['Tax sold', (row) => csvAmount(row.tax_amount)],
  ['Tax returned', (row) => csvAmount(taxReturned(row))],
  ['Net tax', (row) => csvAmount(row.status === 'draft' ? 0 : row.tax_amount - taxReturned(row))],
  ['Total', (row) => csvAmount(row.total_amount)],
  ['Balance due', (row) => csvAmount(row.balance_due)],
  ['Refunded', (row) => csvAmount(row.refunded_amount)],
  ['Written off', (row) => csvAmount(row.written_off)],
  ['Net sales', (row) => csvAmount(netOf(row))],
  ['Cash rounding', (row) => csvAmount(roundingOf(row))],
  ['Buyer', (row) => row.buyer_name ?? ''],
  ['Buyer TIN', (row) => row.buyer_tin ?? ''],
  ['Buyer address', (row) => row.buyer_address ?? ''],
  ['Number without the server', (row) => row.offline_number ?? ''],
];

/** Exports the matching transactions as a CSV file, written while it is read; 403 as for the list. */
export async function exportTransactions(
  reader: Reader,
  query: ListQuery,
  caller: ListCaller,
): Promise<FileAnswer> {
  const { filter, stores } = await filterOf(reader, query, caller);
  const own = zonesOf(await getStore(reader, caller.storeId));
  const zones = new Map(stores.map((store) => [store.id, zonesOf(store)]));
  const zonesAt = (storeId: number) => zones.get(storeId) ?? own;
  const sellers = await sellersOf(reader, stores, await chainSettings(reader));
  const sellerOf = ({ store_id, dated_at }: ExportedRow) => sellers(store_id, dated_at);
  const sort = query.sort ?? STANDARD_SORT;
  const wanted = await withFewIds(reader, filter);
  return csvFile({
    name: `transactions-${storeDate(caller.now, own)}.csv`,
    columns: columnsIn(zonesAt, sellerOf, can(caller.session.staff, 'customers.view')),
    following: (after, limit) => findFollowing(reader, wanted, { sort, limit, after }),
  });
}
