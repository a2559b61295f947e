import { listEntries } from '#contract/query-lists.ts';
import { storeDate } from '#domain/store-time.ts';
import { addDays } from '#domain/calendar-dates.ts';
import { DEFAULT_TIME_ZONE } from '#domain/time-zones.ts';
import type { Reader } from '#server/db/access.ts';
import type { Session } from '#server/http/call.ts';
import { contract } from '#contract/index.ts';
import { auditIn } from '#server/modules/audit/audit.usecases.ts';
import { listChannels } from '#server/modules/customers/channels.usecases.ts';
import { listCounts } from '#server/modules/counts/counts.usecases.ts';
import { listCustomers } from '#server/modules/customers/customers.usecases.ts';
import { listGroups } from '#server/modules/customers/groups.usecases.ts';
import { loyaltyLedger } from '#server/modules/customers/loyalty.usecases.ts';
import { customerStats, customerTransactions } from '#server/modules/customers/purchases.usecases.ts';
import { dashboardFigures } from '#server/modules/dashboard/dashboard.usecases.ts';
import { listLow } from '#server/modules/low-stock/low-stock.usecases.ts';
import { findManufacturers } from '#server/modules/manufacturers/manufacturers.repository.ts';
import { dailyReport } from '#server/modules/payments/daily-report.usecases.ts';
import { pendingPayments, referenceUsedIn } from '#server/modules/payments/payments.usecases.ts';
import { storeChangesSince } from '#server/modules/pos/changes.usecases.ts';
import { listCatalogue } from '#server/modules/pos/pos.usecases.ts';
import { findAttributeValues } from '#server/modules/products/variations.repository.ts';
import { listHistory } from '#server/modules/products/history.usecases.ts';
import { requireProduct } from '#server/modules/products/products.guards.ts';
import {
  listProducts,
  listVariations,
  salesOfProduct,
  stockOfProduct,
} from '#server/modules/products/products.usecases.ts';
import {
  listOrders,
  ordersFrom,
  summariseOrders,
} from '#server/modules/purchase-orders/purchase-orders.usecases.ts';
import { codeStats, listCodes } from '#server/modules/qr-codes/qr-codes.usecases.ts';
import { openWork, storeWithCounts } from '#server/modules/store-figures/store-counts.usecases.ts';
import { storePerformance } from '#server/modules/store-figures/performance.usecases.ts';
import { heldDrafts } from '#server/modules/transactions/drafts.usecases.ts';
import { listTransactions } from '#server/modules/transactions/list.usecases.ts';
import { viewReceipt } from '#server/modules/transactions/receipt.usecases.ts';
import { getTransaction } from '#server/modules/transactions/transactions.usecases.ts';
import { findAnything } from '#server/modules/search/search.usecases.ts';
import { listSuppliers, supplierStats } from '#server/modules/suppliers/suppliers.usecases.ts';
import { listUnits } from '#server/modules/inventory/list.usecases.ts';
import { countByStatus } from '#server/modules/inventory/list.repository.ts';
import { showUnit } from '#server/modules/inventory/history.queries.ts';
import { whereIsUnit } from '#server/modules/inventory/where-is.usecases.ts';
import { listTransfers } from '#server/modules/transfers/transfers.usecases.ts';
import { OPENING } from '#tests/support/server.ts';

// Everything that lists, finds, counts or reports, called as the screens do, for rows that a chain of every size has.

export type Question = {
  /** The call over HTTP, in the shop's store. */
  path: string;
  /** The same call of the use case itself. */
  ask: (reader: Reader) => Promise<unknown>;
};

/** The caller of the questions: signed in, with all permissions. */
export type Asker = { session: Session; storeId: number; now: number };

type Query = Record<string, string | number | boolean | undefined>;

const withQuery = (path: string, query: Query) => {
  const given = Object.entries(query).map(([name, value]) => [name, String(value)]);
  return given.length ? `${path}?${new URLSearchParams(given).toString()}` : path;
};

/** Finds the rows that the questions are about. */
async function findSubjects(reader: Reader, storeId: number) {
  const sales = reader.selectFrom('transactions').where('store_id', '=', storeId);
  const sale = await sales.selectAll().where('invoice_no', '=', 1017).executeTakeFirstOrThrow();
  const payment = await reader
    .selectFrom('payments')
    .selectAll()
    .where('method', '=', 'gcash')
    .where('reference_number', 'is not', null)
    .limit(1)
    .executeTakeFirstOrThrow();
  const stock = reader
    .selectFrom('inventory_items as unit')
    .innerJoin('product_variations as variation', 'variation.id', 'unit.product_variation_id')
    .select(['unit.imei', 'unit.serial_number', 'variation.barcode', 'variation.id', 'variation.product_id'])
    .where('unit.store_id', '=', storeId)
    .where('unit.status', '=', 'available');
  const phone = await stock.where('unit.imei', 'is not', null).limit(1).executeTakeFirstOrThrow();
  const laptop = await stock
    .where('unit.imei', 'is', null)
    .where('unit.serial_number', 'is not', null)
    .limit(1)
    .executeTakeFirstOrThrow();
  const reseller = await reader
    .selectFrom('customers')
    .select('id')
    .orderBy('total_transactions', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const buyers = await reader
    .selectFrom('customers')
    .select(['id', 'name', 'phone_key', 'email'])
    .where('total_transactions', '>', 0)
    .where('email', 'is not', null)
    .orderBy('id')
    .limit(3)
    .execute();
  const groups = await reader.selectFrom('customer_groups').select(['id', 'slug']).execute();
  const [seller] = await reader.selectFrom('staff').select('id').where('role', '=', 'salesperson').execute();
  const { product_id: product } = await reader
    .selectFrom('product_variations')
    .select('product_id')
    .where('id', '=', phone.id)
    .executeTakeFirstOrThrow();
  const { product_type_id: type, manufacturer_id: maker } = await reader
    .selectFrom('products')
    .select(['product_type_id', 'manufacturer_id'])
    .where('id', '=', product)
    .executeTakeFirstOrThrow();
  // Thousands of it are in stock of a large shop.
  const { product_id: crowded } = await reader
    .selectFrom('stock_of_products')
    .select('product_id')
    .where('store_id', '=', storeId)
    .orderBy('units', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const goods = { product, crowded, type, maker };
  const sold = await reader
    .selectFrom('transaction_items')
    .select('inventory_item_id as id')
    .where('transaction_id', '=', sale.id)
    .limit(1)
    .executeTakeFirstOrThrow();
  const suppliers = await reader
    .selectFrom('suppliers')
    .select('id')
    .where('code', 'in', ['LMD-01', 'IVE-01'])
    .orderBy('id')
    .execute();
  const [supplier, newcomer] = suppliers;
  if (!supplier || !newcomer) throw new Error('There are no suppliers');
  return {
    goods,
    sale,
    sold,
    payment,
    phone,
    laptop,
    reseller,
    buyers,
    groups,
    seller,
    supplier,
    newcomer,
  };
}
type Subjects = Awaited<ReturnType<typeof findSubjects>>;

function products({ phone, laptop }: Subjects, at: Asker): Question[] {
  const serial = laptop.serial_number ?? '';
  const words = [
    'iphone',
    'samsung galaxy',
    'cable',
    'usb c',
    'aurora',
    'apple 256',
    'a5',
    'pro',
    'nothing at all',
  ];
  const codes = [serial, serial.slice(-5), serial.slice(2, 7), phone.imei ?? '', phone.imei?.slice(-6) ?? ''];
  const searches = [...words, ...codes, laptop.barcode ?? ''].map((search) => ({ search }));
  const modes = (['all', 'frequent', 'recent'] as const).map((mode) => ({ mode }));
  return [...searches, ...modes, { limit: 100 }].map((query) => ({
    path: withQuery('/pos/products', query),
    ask: (reader) => listCatalogue(reader, query, at),
  }));
}

type ProductQuery = Parameters<typeof listProducts>[1];

/** Returns the question with which a till's copy of the store begins. */
const copyOfStore = (at: Asker): Question => ({
  path: '/pos/changes',
  ask: (reader) => storeChangesSince(reader, undefined, at),
});

/** Returns the questions about the back office's products. */
function goods({ goods: { type, maker, product, crowded } }: Subjects, at: Asker): Question[] {
  const asked: ProductQuery[] = [
    {},
    { page: 30 },
    { sort: '-name' },
    { sort: '-sku' },
    { sort: '-created' },
    { product_type_id: type },
    { manufacturer_id: maker },
    { manufacturer_id: maker, status: 'inactive' },
    { status: 'inactive' },
    { stock: 'in' },
    { stock: 'low' },
    { stock: 'out' },
    { attributes: { Color: ['Black'] } },
    { attributes: { Color: ['Nothing'] } },
    { attributes: { Color: ['Black'], Storage: ['256 GB'] } },
    { attributes: { Color: ['Black'], Storage: ['256 GB'] }, product_type_id: type },
    { include: 'variations' },
    ...['iphone', 'galaxy black', 'apple 256', 'a5', 'nothing at all'].map((search) => ({ search })),
    { search: 'pro', stock: 'low', sort: '-name' },
  ];
  const found = ['', 'iphone 256 black', 'cable', 'nothing at all'].flatMap((search) => [
    { search },
    { search, include_inactive: true },
  ]);
  const stores = at.session.staff.store_ids;
  return [
    ...asked.map((query): Question => {
      const { attributes = {}, ...rest } = query;
      const lists = Object.fromEntries(listEntries('attributes', attributes));
      return {
        path: withQuery('/products', { ...rest, ...lists }),
        ask: (reader) => listProducts(reader, query, at),
      };
    }),
    ...found.map((query): Question => ({
      path: withQuery('/product-variations', query),
      ask: (reader) => listVariations(reader, query),
    })),
    { path: '/products/attributes', ask: findAttributeValues },
    { path: `/products/${product}`, ask: (reader) => requireProduct(reader, product, stores) },
    { path: `/products/${product}/stock`, ask: (reader) => stockOfProduct(reader, product, stores) },
    { path: `/products/${product}/history`, ask: (reader) => listHistory(reader, product, {}, false) },
    ...[product, crowded].flatMap((id) =>
      [{}, { page: 2 }].map((query): Question => ({
        path: withQuery(`/products/${id}/sales`, query),
        ask: (reader) => salesOfProduct(reader, id, query, stores),
      })),
    ),
  ];
}

function transferLists({ phone }: Subjects, at: Asker): Question[] {
  const queries: Parameters<typeof listTransfers>[1][] = [
    {},
    { page: 2 },
    { direction: 'outgoing' },
    { direction: 'incoming', status: 'in_transit' },
    { status: 'receiving' },
    { status: 'received' },
    { status: 'differences' },
    { search: '000123' },
    { search: phone.imei ?? '' },
  ];
  return queries.map((query) => ({
    path: withQuery('/inventory/transfers', query),
    ask: (reader) => listTransfers(reader, query, at.storeId),
  }));
}

function qrCodeLists(at: Asker): Question[] {
  const queries: Parameters<typeof listCodes>[1][] = [
    {},
    { page: 2 },
    { status: 'voided' },
    { batch_code: 'B-MNL-01-000001' },
  ];
  return [
    ...queries.map((query) => ({
      path: withQuery('/qr-codes', query),
      ask: (reader: Reader) => listCodes(reader, query, at),
    })),
    { path: '/qr-codes/stats', ask: (reader) => codeStats(reader, at) },
  ];
}

function countLists(at: Asker): Question[] {
  const queries: Parameters<typeof listCounts>[1][] = [{}, { status: 'open' }, { status: 'closed' }];
  return queries.map((query) => ({
    path: withQuery('/inventory/counts', query),
    ask: (reader) => listCounts(reader, query, at.storeId),
  }));
}

type ListQuery = Parameters<typeof listTransactions>[1];

const sales = (queries: readonly ListQuery[], at: Asker): Question[] =>
  queries.map((query) => ({
    path: withQuery('/transactions', query),
    ask: (reader) => listTransactions(reader, query, at),
  }));

function transactionLists({ buyers, reseller, seller }: Subjects, at: Asker): Question[] {
  const dates = { start_date: '2026-11-01', end_date: '2026-11-07' } as const;
  const statuses = ['draft', 'completed', 'void', 'refunded'] as const;
  const named = buyers.map(({ name }): ListQuery => ({ customer: name }));
  const asked: ListQuery[] = [
    {},
    { page: 2 },
    { page: 60 },
    { sort: 'date' },
    { sort: 'total' },
    { sort: '-total' },
    { all_stores: true },
    { all_stores: true, sort: '-total' },
    dates,
    { ...dates, sort: '-total' },
    { ...dates, all_stores: true },
    { start_date: '2022-03-01', end_date: '2022-03-31' },
    { balance: 'owes' },
    { balance: 'owed', ...dates },
    { balance: 'owes', all_stores: true, sort: '-total' },
    { staff: 'joel' },
    { staff: 'nobody' },
    { staff_id: seller?.id },
    { customer_id: reseller.id },
    { customer_id: buyers[0]?.id },
    { customer: 'maria' },
    { customer: 'maria santos' },
    { customer: 'maria', ...dates },
    { customer: buyers[0]?.phone_key.slice(-7) },
    ...named,
    ...statuses.flatMap((status): ListQuery[] => [
      { status },
      { status, ...dates },
      { status, all_stores: true },
      { status, sort: '-total' },
    ]),
    { status: 'void', staff: 'ana' },
  ];
  return sales(asked, at);
}

/** Returns the searches by any part of a number. */
function numberSearches(at: Asker): Question[] {
  const code = 'MNL-01';
  const numbers = [
    'MNL-01-001017',
    'mnl-01-d000345',
    '001017',
    '1017',
    '00101',
    'mnl01000123',
    '999999',
    'nothing',
  ];
  const many = ['234', '12', '7', code, `${code}-00`, 'd001'];
  const dates = { start_date: '2026-11-01', end_date: '2026-11-07' } as const;
  const beside = ['1017', '234', code].flatMap((search): ListQuery[] => [
    { search, status: 'void' },
    { search, ...dates },
    { search, all_stores: true },
    { search, sort: '-total' },
    { search, sort: 'date', page: 2 },
  ]);
  return sales([...[...numbers, ...many].map((search) => ({ search })), ...beside], at);
}

type CustomerQuery = Parameters<typeof listCustomers>[1];

function customers({ buyers, groups }: Subjects): Question[] {
  const groupOf = (slug: string) => groups.find((group) => group.slug === slug)?.id;
  const typed = buyers.flatMap(({ name, phone_key, email }) => {
    const [first = '', last = ''] = name.split(' ');
    const national = `0${phone_key.slice(2)}`;
    const numbers = [national, national.slice(0, 7), phone_key.slice(-4), phone_key.slice(5, 10)];
    return [
      first,
      last,
      name,
      `${last} ${first}`,
      `${first.slice(0, 3)} ${last.slice(0, 3)}`,
      ...numbers,
      email ?? '',
    ];
  });
  const searches = [...typed, 'ma', 'maria', 'maria santos', 'm s', 'nobody'].map((search) => ({ search }));
  const filters: CustomerQuery[] = [
    {},
    { page: 40 },
    { customer_group_id: groupOf('vip') },
    { customer_group_id: groupOf('regular') },
    { min_points: 50_000 },
    { customer_group_id: groupOf('vip'), max_points: 40 },
    { customer_group_id: groupOf('vip'), search: 'maria' },
    { customer_group_id: groupOf('regular'), search: 'maria santos' },
    { phone: buyers[0]?.phone_key ?? '' },
  ];
  return [...searches, ...filters].map((query) => ({
    path: withQuery('/customers', query),
    ask: (reader) => listCustomers(reader, query),
  }));
}

function oneCustomer({ buyers, reseller }: Subjects, { session, now }: Asker): Question[] {
  const { store_ids: stores } = session.staff;
  const ids = [reseller.id, ...buyers.map(({ id }) => id)];
  return ids.flatMap((id) => [
    { path: `/customers/${id}/stats`, ask: (reader: Reader) => customerStats(reader, id, now) },
    ...[{}, { page: 2 }, { page: 60 }].flatMap((query) => [
      {
        path: withQuery(`/customers/${id}/transactions`, query),
        ask: (reader: Reader) => customerTransactions(reader, id, query, stores),
      },
      {
        path: withQuery(`/customers/${id}/loyalty`, query),
        ask: (reader: Reader) => loyaltyLedger(reader, id, query, session),
      },
    ]),
  ]);
}

function oneSale({ sale, payment }: Subjects, at: Asker): Question[] {
  const reference = { method: payment.method, reference_number: payment.reference_number ?? '' };
  return [
    { path: `/transactions/${sale.id}`, ask: (reader) => getTransaction(reader, sale.id, at) },
    { path: `/transactions/${sale.id}/receipt`, ask: (reader) => viewReceipt(reader, sale.id, at) },
    {
      path: withQuery('/payments/reference', reference),
      ask: (reader) => referenceUsedIn(reader, reference),
    },
  ];
}

type UnitQuery = Parameters<typeof listUnits>[1];

function units({ phone, laptop, sold, supplier, newcomer }: Subjects, at: Asker): Question[] {
  const imei = phone.imei ?? '';
  const serial = laptop.serial_number ?? '';
  const statuses = ['available', 'locked', 'sold', 'in_transit', 'defective', 'lost', 'returned'] as const;
  const filters: UnitQuery[] = [
    {},
    { page: 2 },
    { page: 50 },
    { sort: '-age' },
    { category: 'used' },
    { category: 'refurbished', sort: '-age' },
    { min_age: 60 },
    { min_age: 60, status: 'available', sort: '-age' },
    { max_age: 2 },
    { product_variation_id: phone.id },
    { product_variation_id: phone.id, status: 'sold' },
    { product_id: phone.product_id },
    { product_id: phone.product_id, status: 'available' },
    { supplier_id: supplier.id },
    { supplier_id: supplier.id, sort: '-age' },
    { supplier_id: supplier.id, status: 'available', sort: '-age' },
    { supplier_id: supplier.id, status: 'sold' },
    { supplier_id: newcomer.id },
    { imei_twice: true },
    ...statuses.flatMap((status): UnitQuery[] => [{ status }, { status, sort: '-age' }]),
  ];
  const parts = [imei, imei.slice(-6), imei.slice(3, 9), serial, serial.slice(-5), 'nothing at all', '3567'];
  const starts = [serial.slice(0, 3), imei.slice(0, 3), imei.slice(0, 2), '7', 'qz'];
  const words = ['iphone 256 black', 'samsung galaxy', 'cable', 'pro'];
  const searches = [...parts, ...starts, ...words].flatMap((search): UnitQuery[] => [
    { search },
    { search, status: 'available' },
    { search, sort: '-age' },
  ]);
  return [
    ...[...filters, ...searches].map((query) => ({
      path: withQuery('/inventory', query),
      ask: (reader: Reader) => listUnits(reader, query, at),
    })),
    { path: '/inventory/summary', ask: (reader) => countByStatus(reader, at.storeId, at.now) },
    ...[imei, serial, 'nothing at all'].map((code) => ({
      path: withQuery('/inventory/where-is', { code }),
      ask: (reader: Reader) => whereIsUnit(reader, code, at),
    })),
    { path: `/inventory/${sold.id}`, ask: (reader) => showUnit(reader, sold.id, at) },
  ];
}

function suppliers({ supplier, newcomer }: Subjects): Question[] {
  const queries = [
    {},
    { active: false },
    { search: 'luzon' },
    { search: 'pacific handsets', active: true },
    { search: 'LMD-01' },
    { search: '0917 555' },
    { search: 'nobody at all' },
  ];
  return [
    ...queries.map((query) => ({
      path: withQuery('/suppliers', query),
      ask: (reader: Reader) => listSuppliers(reader, query),
    })),
    ...[supplier, newcomer].map(({ id }) => ({
      path: `/suppliers/${id}/stats`,
      ask: (reader: Reader) => supplierStats(reader, id),
    })),
  ];
}

type OrderQuery = Parameters<typeof listOrders>[1];

function purchaseOrders({ goods: { product }, supplier, newcomer }: Subjects, at: Asker): Question[] {
  const filters: OrderQuery[] = [
    {},
    { page: 20 },
    { sort: 'created_at' },
    { status: 'pending' },
    { status: 'partial', sort: 'created_at' },
    { status: 'complete' },
    { supplier_id: supplier.id },
    { supplier_id: newcomer.id },
    { supplier_id: supplier.id, status: 'pending' },
    { product_id: product },
    { from_date: '2026-11-01', to_date: '2026-11-07' },
  ];
  const searches = ['000123', 'PO-MNL-01-00', 'luzon mobile', 'nothing at all'].flatMap(
    (search): OrderQuery[] => [{ search }, { search, status: 'pending' }],
  );
  return [
    ...[...filters, ...searches].map((query) => ({
      path: withQuery('/supplier-transactions', query),
      ask: (reader: Reader) => listOrders(reader, query, at),
    })),
    { path: '/supplier-transactions/summary', ask: (reader) => summariseOrders(reader, {}, at) },
    ...[supplier, newcomer].map(({ id }) => ({
      path: `/suppliers/${id}/transactions`,
      ask: (reader: Reader) => ordersFrom(reader, id, at.session, {}),
    })),
  ];
}

/** Returns what is looked for beyond one list: whole numbers, parts of them, names, and a few characters. */
function anything({ sale, phone, laptop, buyers }: Subjects, at: Asker): Question[] {
  const [imei, serial] = [phone.imei ?? '', laptop.serial_number ?? ''];
  const people = buyers.flatMap(({ name, phone_key }) => [
    name,
    name.split(' ')[0] ?? '',
    phone_key.slice(-7),
  ]);
  const numbers = [sale.invoice_number ?? '', '001017', '1017', '234', 'PO-MNL-01-000123'];
  const parts = [imei, imei.slice(-6), imei.slice(3, 9), serial, serial.slice(-5)];
  const names = ['iphone 256 black', 'samsung galaxy', 'luzon', 'nothing at all', 'ma', '7', 's24'];
  return [...people, ...numbers, ...parts, ...names].map((q) => ({
    path: withQuery('/search', { q }),
    ask: (reader) => findAnything(reader, q, at),
  }));
}

type LowQuery = Parameters<typeof listLow>[1];

function lowStock({ goods: { type, maker } }: Subjects, at: Asker): Question[] {
  const few = { product_type_id: type, manufacturer_id: maker, level: 'few' } as const;
  const sorts = ['name', '-name', 'missing', '-missing'] as const;
  const filters: LowQuery[] = [
    {},
    { page: 50 },
    { product_type_id: type },
    { manufacturer_id: maker },
    { level: 'out' },
    { level: 'few' },
    few,
  ];
  const searches = ['iphone', 'galaxy black', 'a5', 'nothing at all'].map((search): LowQuery => ({ search }));
  const asked = [
    ...filters.flatMap((filter) => sorts.map((sort) => ({ ...filter, sort }))),
    ...searches,
    { search: 'black', ...few },
  ];
  return asked.map((query) => ({
    path: withQuery('/inventory/low-stock', query),
    ask: (reader) => listLow(reader, query, at),
  }));
}

function reports(at: Asker): Question[] {
  const today = storeDate(at.now, DEFAULT_TIME_ZONE);
  const days = [{}, ...[-1, -30, -365].map((days) => ({ date: addDays(today, days) }))];
  return days.map((query) => ({
    path: withQuery('/payments/daily-report', query),
    ask: (reader) => dailyReport(reader, query, at),
  }));
}

function storePages(at: Asker): Question[] {
  const path = `/stores/${at.storeId}`;
  const today = storeDate(at.now, DEFAULT_TIME_ZONE);
  const week = { from: addDays(today, -6), to: today };
  return [
    { path, ask: (reader) => storeWithCounts(reader, at.storeId, at) },
    { path: `${path}/open-work`, ask: (reader) => openWork(reader, at.storeId, at) },
    {
      path: withQuery(`${path}/performance`, week),
      ask: (reader) => storePerformance(reader, at.storeId, week, at),
    },
  ];
}

type AuditQuery = Parameters<ReturnType<typeof auditIn>['list']>[1];

function auditLists({ seller }: Subjects, at: Asker): Question[] {
  const log = auditIn(contract);
  const dates = { start_date: '2026-11-01', end_date: '2026-11-07' } as const;
  const asked: AuditQuery[] = [
    {},
    { page: 40 },
    dates,
    { staff_id: seller?.id },
    { staff_id: seller?.id, ...dates },
    { area: 'transactions' },
    { area: 'customers' },
    { area: 'customers', ...dates },
    { store_id: at.storeId },
    { store_id: at.storeId, ...dates },
  ];
  return asked.map((query) => ({
    path: withQuery('/audit', query),
    ask: (reader) => log.list(reader, query, at),
  }));
}

/** Returns all lists and searches by name, for a store of a chain that was filled up to OPENING. */
export async function questionsOf(
  reader: Reader,
  session: Session,
): Promise<{ storeId: number; lists: Record<string, Question[]> }> {
  const { id: storeId } = await reader
    .selectFrom('stores')
    .select('id')
    .where('code', '=', 'MNL-01')
    .executeTakeFirstOrThrow();
  const at = { session, storeId, now: OPENING };
  const subjects = await findSubjects(reader, storeId);
  const lists: Record<string, Question[]> = {
    products: products(subjects, at),
    'copy of a store': [copyOfStore(at)],
    goods: goods(subjects, at),
    transactions: transactionLists(subjects, at),
    'transactions by number': numberSearches(at),
    transfers: transferLists(subjects, at),
    counts: countLists(at),
    'QR codes': qrCodeLists(at),
    customers: customers(subjects),
    'one customer': oneCustomer(subjects, at),
    'one sale': oneSale(subjects, at),
    units: units(subjects, at),
    suppliers: suppliers(subjects),
    'purchase orders': purchaseOrders(subjects, at),
    'low stock': lowStock(subjects, at),
    anything: anything(subjects, at),
    'daily report': reports(at),
    dashboard: [{ path: '/dashboard', ask: (r) => dashboardFigures(r, storeId, at.now) }],
    stores: storePages(at),
    'pending payments': [{ path: '/payments/pending', ask: (r) => pendingPayments(r, storeId, at.now) }],
    drafts: [{ path: '/transactions/drafts', ask: (r) => heldDrafts(r, storeId, at.now) }],
    'audit log': auditLists(subjects, at),
    'lookup lists': [
      { path: '/customer-groups', ask: listGroups },
      { path: '/signup-channels', ask: listChannels },
      { path: '/manufacturers', ask: findManufacturers },
    ],
  };
  return { storeId, lists };
}
