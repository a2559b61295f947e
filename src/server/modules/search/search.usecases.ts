import {
  foundKinds,
  ROWS_A_GROUP,
  type FoundKind,
  type FoundRow,
  type SearchResults,
} from '#contract/search.ts';
import { imeiKey, readScan, receiptNumberIn } from '#domain/barcodes.ts';
import { can, type Permission } from '#domain/permissions.ts';
import { searchKey, wholeNumber } from '#domain/search-key.ts';
import { numberOf } from '#domain/transactions.ts';
import { numberLines, type UnitNumbers } from '#domain/units.ts';
import type { Reader } from '../../db/access.ts';
import type { Session } from '../../http/call.ts';
import { listCustomers } from '../customers/customers.public.ts';
import { listUnits, whereIsUnit } from '../inventory/inventory.public.ts';
import { listProducts } from '../products/products.public.ts';
import { listOrders } from '../purchase-orders/purchase-orders.public.ts';
import { findReceiptsBy } from '../receiving/receiving.public.ts';
import { listPeople } from '../staff/staff.public.ts';
import { listSuppliers } from '../suppliers/suppliers.public.ts';
import { listTransactions, notSentYet } from '../transactions/transactions.public.ts';
import { listTransfers } from '../transfers/transfers.public.ts';

type Caller = { session: Session; storeId: number; now: number };
type Asked = { search: string; per_page: number };
/** `exact` is the id of the row with the whole number that was asked for. */
type Page<Row> = { data: readonly Row[]; total: number; total_capped: boolean; exact?: number };
type Group<Row> = { rows: Row[]; total: number; total_capped: boolean; exact?: number };
type Find<K extends FoundKind> = (
  reader: Reader,
  asked: Asked,
  caller: Caller,
) => Promise<Group<FoundRow<K>> | undefined>;

/** Longer texts are looked for as whole numbers only: no list is searched by more. */
const SEARCHED_MAX = 100;
/** Shorter texts begin too many numbers. */
const NUMBER_MIN = 3;

const squeezed = (text: string) => searchKey(text).replaceAll(' ', '');

/** True if a text may be part of a number, which holds a digit. */
const mayBeNumber = (text: string) => squeezed(text).length >= NUMBER_MIN && /\d/.test(text);

/** Returns a page as a group; undefined without rows. */
const groupOf = <Row, Shown>(
  { data, total, total_capped, exact }: Page<Row>,
  present: (row: Row) => Shown,
): Group<Shown> | undefined =>
  data.length
    ? { rows: data.map(present), total, total_capped, ...(exact !== undefined && { exact }) }
    : undefined;

/** Puts the row with the whole number that was asked for first, and names it. */
function exactFirst<Row extends { id: number }>(
  page: Page<Row>,
  search: string,
  numbersOf: (row: Row) => readonly (string | null)[],
): Page<Row> {
  const whole = [squeezed(search), squeezed(wholeNumber(search) ?? search)];
  const exact = page.data.find((row) =>
    numbersOf(row).some((number) => whole.includes(squeezed(number ?? ''))),
  );
  if (!exact) return page;
  return { ...page, data: [exact, ...page.data.filter((row) => row !== exact)], exact: exact.id };
}

type NumberedUnit = UnitNumbers & { qr_code: string | null };

/** Returns the unit's number that holds a text, else its first one. */
function numberWith(unit: NumberedUnit, search: string): { title: string; holds: boolean } {
  const lines = numberLines(unit);
  const part = imeiKey(squeezed(search));
  const found = lines.find((line) => squeezed(line.slice(line.indexOf(' '))).includes(part));
  return { title: found ?? lines[0] ?? 'No number', holds: found !== undefined };
}

type ShownUnit = NumberedUnit &
  Pick<FoundRow<'units'>, 'id' | 'status' | 'store'> & {
    product_variation: { name: string; product: { name: string } };
  };

const presentUnit = (unit: ShownUnit, search: string, isYours: boolean): FoundRow<'units'> => ({
  id: unit.id,
  title: numberWith(unit, search).title,
  detail: `${unit.product_variation.product.name} · ${unit.product_variation.name}`,
  status: unit.status,
  store: unit.store,
  is_yours: isYours,
});

/** Finds the store's units with a part of a number, and the unit of any store with exactly this one. */
const findUnits: Find<'units'> = async (reader, { search, per_page }, caller) => {
  if (squeezed(search).length < NUMBER_MIN) return undefined;
  const isSearched = mayBeNumber(search) && search.length <= SEARCHED_MAX;
  const [{ unit: exact }, page] = await Promise.all([
    whereIsUnit(reader, search, caller),
    isSearched ? listUnits(reader, { search, per_page }, caller) : null,
  ]);
  // Where no number has the text, the list answers units of products that are called so.
  const listed = page?.data.filter((unit) => numberWith(unit, search).holds) ?? [];
  const others = listed.filter(({ id }) => id !== exact?.id).map((unit) => presentUnit(unit, search, true));
  const rows = [...(exact ? [presentUnit(exact, search, exact.is_yours)] : []), ...others];
  if (rows.length === 0) return undefined;
  const total = listed.length > 0 ? (page?.total ?? 0) : 0;
  const isBeside = exact !== null && (total === 0 || exact.store.id !== caller.storeId);
  return {
    rows: rows.slice(0, per_page),
    total: isBeside ? total + 1 : total,
    total_capped: page?.total_capped ?? false,
    ...(exact && { exact: exact.id }),
  };
};

const findTransactions: Find<'transactions'> = async (reader, asked, caller) => {
  if (!mayBeNumber(asked.search)) return undefined;
  const all_stores = can(caller.session.staff, 'transactions.all') ? true : undefined;
  const page = await listTransactions(reader, { ...asked, all_stores }, caller);
  const numbersOf = (sale: (typeof page.data)[number]) => [
    sale.invoice_number,
    sale.draft_number,
    sale.offline_number,
  ];
  return groupOf(exactFirst(page, asked.search, numbersOf), (sale) => ({
    id: sale.id,
    title: numberOf(sale),
    detail: sale.customer?.name ?? null,
    status: sale.status,
    store: sale.store,
    dated_at: sale.dated_at,
    total_amount: sale.total_amount,
  }));
};

const findCustomers: Find<'customers'> = async (reader, asked) => {
  const page = await listCustomers(reader, asked);
  return groupOf(page, ({ id, name, phone, customer_group }) => ({
    id,
    title: name,
    detail: phone,
    customer_group: customer_group && { name: customer_group.name, slug: customer_group.slug },
  }));
};

const findProducts: Find<'products'> = async (reader, asked, caller) => {
  const page = await listProducts(reader, asked, caller);
  return groupOf(page, ({ id, name, sku, manufacturer, status, units }) => ({
    id,
    title: name,
    detail: `${sku} · ${manufacturer.name}`,
    status,
    units,
  }));
};

const findOrders: Find<'orders'> = async (reader, asked, caller) => {
  if (squeezed(asked.search).length < NUMBER_MIN) return undefined;
  const page = await listOrders(reader, asked, caller);
  const first = exactFirst(page, asked.search, ({ transaction_number }) => [transaction_number]);
  return groupOf(first, (order) => ({
    id: order.id,
    title: order.transaction_number,
    detail: order.supplier.name,
    status: order.status,
    total_quantity_ordered: order.total_quantity_ordered,
    total_quantity_received: order.total_quantity_received,
  }));
};

/** Receipts have no list of their own: a number means one, its last digits that of the store. */
const findReceipts: Find<'receipts'> = async (reader, { search }, caller) => {
  if (!mayBeNumber(search)) return undefined;
  const data = await findReceiptsBy(reader, search, caller);
  const page = { data, total: data.length, total_capped: false };
  return groupOf(
    exactFirst(page, search, ({ number }) => [number]),
    (receipt) => ({
      id: receipt.id,
      title: receipt.number,
      detail: `${receipt.supplier_name} · ${receipt.transaction_number}`,
      units_count: receipt.units_count,
      received_at: receipt.received_at,
    }),
  );
};

const findTransfers: Find<'transfers'> = async (reader, asked, { storeId }) => {
  if (!mayBeNumber(asked.search)) return undefined;
  const page = await listTransfers(reader, asked, storeId);
  return groupOf(
    exactFirst(page, asked.search, ({ number }) => [number]),
    (transfer) => ({
      id: transfer.id,
      title: transfer.number,
      detail: `${transfer.from_store.name} → ${transfer.to_store.name}`,
      status: transfer.status,
      sent_at: transfer.sent_at,
    }),
  );
};

const findSuppliers: Find<'suppliers'> = async (reader, asked) => {
  const page = await listSuppliers(reader, asked);
  return groupOf(page, ({ id, name, code, is_active }) => ({ id, title: name, detail: code, is_active }));
};

const findPeople: Find<'staff'> = async (reader, asked, { session }) => {
  const page = await listPeople(reader, asked, session);
  return groupOf(page, ({ id, name, email, role, is_active }) => ({
    id,
    title: name,
    detail: email,
    role,
    is_active,
  }));
};

/** How each kind is found, and the permission of its list; null where everybody may see it. */
const finders: { [K in FoundKind]: { permission: Permission | null; find: Find<K> } } = {
  units: { permission: 'inventory.view', find: findUnits },
  transactions: { permission: 'transactions.view', find: findTransactions },
  customers: { permission: 'customers.view', find: findCustomers },
  products: { permission: 'products.view', find: findProducts },
  orders: { permission: 'inventory.view', find: findOrders },
  receipts: { permission: 'inventory.view', find: findReceipts },
  transfers: { permission: 'inventory.transfer', find: findTransfers },
  suppliers: { permission: 'inventory.view', find: findSuppliers },
  staff: { permission: null, find: findPeople },
};

/**
 * Finds what a text names among all that the caller may see, a few rows a kind, as each kind's own list finds them. A
 * group without hits is left out.
 */
export async function findAnything(reader: Reader, typed: string, caller: Caller): Promise<SearchResults> {
  const scanned = readScan(typed) || typed;
  const search = receiptNumberIn(scanned) ?? scanned;
  const isSearched = search.length <= SEARCHED_MAX;
  const asked = { search, per_page: ROWS_A_GROUP };
  const found = await Promise.all(
    foundKinds.map(async (kind) => {
      const { permission, find } = finders[kind];
      const isSeen = permission === null || can(caller.session.staff, permission);
      if (!isSeen || (!isSearched && kind !== 'units')) return null;
      const group = await find(reader, asked, caller);
      return group ? { kind, ...group } : null;
    }),
  );
  const groups = found.filter((group) => group !== null);
  const first = groups.find(({ exact }) => exact !== undefined);
  const not_sent = first ? null : await notSentYet(reader, scanned, caller.storeId);
  return {
    exact: first?.exact === undefined ? null : { kind: first.kind, id: first.exact },
    ...(not_sent !== null && { not_sent }),
    ...Object.fromEntries(groups.map(({ kind, exact: _, ...group }) => [kind, group])),
  };
}
