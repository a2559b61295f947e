import type { FetchQueryOptions } from '@tanstack/react-query';
import { account } from '#contract/account.ts';
import { pins } from '#contract/approvals.ts';
import { calendarDate, idText } from '#contract/codecs.ts';
import { counts } from '#contract/counts.ts';
import { customers } from '#contract/customers.ts';
import { dashboard } from '#contract/dashboard.ts';
import type { ReadRoute } from '#contract/define-route.ts';
import { imports } from '#contract/imports.ts';
import { inventory } from '#contract/inventory.ts';
import { manufacturers } from '#contract/manufacturers.ts';
import { offlineSales } from '#contract/offline-sales.ts';
import { PER_PAGE_MAX } from '#contract/pages.ts';
import { payments } from '#contract/payments.ts';
import { people } from '#contract/people.ts';
import { pos } from '#contract/pos.ts';
import { productTypes } from '#contract/product-types.ts';
import { products } from '#contract/products.ts';
import { purchaseOrders, supplierOrders } from '#contract/purchase-orders.ts';
import { qrCodes } from '#contract/qr-codes.ts';
import { receiving } from '#contract/receiving.ts';
import { roles } from '#contract/roles.ts';
import { shifts, tills } from '#contract/shifts.ts';
import { storeSettingsRoutes } from '#contract/store-settings.ts';
import { stores } from '#contract/stores.ts';
import { supplierReturns } from '#contract/supplier-returns.ts';
import { suppliers } from '#contract/suppliers.ts';
import { system } from '#contract/system.ts';
import { tillReleases } from '#contract/till-releases.ts';
import { transactions } from '#contract/transactions.ts';
import { transfers } from '#contract/transfers.ts';
import { zReadings } from '#contract/z-readings.ts';
import type { CalendarDate } from '#domain/calendar-dates.ts';
import { can } from '#domain/permissions.ts';
import { sellsAtTill } from '#domain/store-rules.ts';
import { storeDate, zonesOf } from '#domain/store-time.ts';
import type { Person } from '#renderer/app/person.ts';
import { mayOpen, type Needed } from '#renderer/app/screens.tsx';
import { cardsOfTab } from '#renderer/features/pos/catalogue/tab-cards.ts';
import { loyaltyPage, storeStaffPage, supplierOrdersPage } from '#renderer/lib/paged-reads.ts';
import { CHOICES } from '#renderer/lib/queries.ts';
import { read, type ReadInput } from '#renderer/lib/read.ts';
import { serverNow } from '#renderer/lib/server-time.ts';
import { readOfAddress, type ListRoute, type ListRules } from '#renderer/lib/use-list.ts';
import { lists } from './lists.ts';

/** A read, with its route. */
type FirstRead = { route: ReadRoute; options: FetchQueryOptions & { staleTime: number } };

/** The way to a screen: its address, and who goes there. */
type Way = {
  /** The id of that name in the address; 0 if it is none. */
  id: (name: string) => number;
  search: URLSearchParams;
  /** True where the address names no tab: the first one opens. */
  isFirstTab: boolean;
  person: Person;
  /** The date in the present store. */
  today: CalendarDate;
};

/** A route that takes nothing but ids, which have the same name in the address; or a read with its input. */
type First = ReadRoute | FirstRead | false;

const given = (route: ReadRoute, options: unknown) => ({ route, options }) as FirstRead;

const ask = <R extends ReadRoute>(route: R, ...input: ReadInput<R>): FirstRead =>
  given(route, read(route, ...input));

const page = <R extends ListRoute>([route, rules]: readonly [R, ListRules<R>], { search }: Way): FirstRead =>
  given(route, readOfAddress(route, rules, search));

const goods = () => [
  ask(productTypes.list, { query: { per_page: CHOICES } }),
  ask(manufacturers.list, { query: { per_page: CHOICES } }),
];
const customerChoices = [customers.groups, customers.channels];

/** A day in the address that is not to come, else today. */
function dayOf({ search, today }: Way): CalendarDate {
  const { data } = calendarDate.safeParse(search.get('date'));
  return data !== undefined && data <= today ? data : today;
}

/** The store whose records a list shows: named in the address, else the present one. */
function storeOf({ search, person }: Way): number {
  const { data } = idText.safeParse(search.get('store_id'));
  return person.stores.find(({ id }) => id === data)?.id ?? person.store.id;
}

const ofShifts = ({ person: { store } }: Way) => store.shifts.enabled && shifts.current;

const ofTill = (way: Way): readonly First[] =>
  sellsAtTill(way.person.store)
    ? [
        given(pos.products, cardsOfTab('frequent')),
        given(pos.products, cardsOfTab('all')),
        transactions.drafts,
        ofShifts(way),
      ]
    : [];

const isOwn = ({ id, person }: Way) => person.staff.store_ids.includes(id('storeId'));

/**
 * The reads that a page needs no other answer for, by the path of its screen. They are asked for together with
 * the page's script, instead of after it. A page reads the same by the same key; what somebody may not read is left out.
 */
const firstReads: Readonly<Record<string, (way: Way) => readonly First[]>> = {
  '/dashboard': ({ person }) => [
    dashboard.figures,
    dashboard.firstSteps,
    can(person.staff, 'dashboard.view') && dashboard.chain,
  ],
  '/pos': ofTill,
  '/pos/:transactionId': ofTill,
  '/pos/shift': (way) => [ofShifts(way)],
  '/products': (way) => [page(lists.products, way), ...goods(), products.attributes],
  '/products/:productId': ({ isFirstTab }) => [products.get, isFirstTab && products.stock],
  '/products/:productId/edit': () => [products.get],
  '/inventory': (way) => [page(lists.inventory, way), inventory.summary],
  '/inventory/low-stock': (way) => [page(lists.lowStock, way), ...goods()],
  '/inventory/:inventoryId': ({ id }) => [ask(inventory.get, { params: { itemId: id('inventoryId') } })],
  '/inventory/:inventoryId/edit': ({ id }) => [ask(inventory.get, { params: { itemId: id('inventoryId') } })],
  '/inventory/transfers': (way) => [page(lists.transfers, way)],
  '/inventory/transfers/new': () => [
    ask(stores.directory, { query: { is_active: true, per_page: PER_PAGE_MAX } }),
  ],
  '/inventory/transfers/:transferId': () => [transfers.get],
  '/inventory/counts': (way) => [page(lists.counts, way)],
  '/inventory/counts/:countId': () => [counts.get],
  '/manufacturers': (way) => [page(lists.manufacturers, way)],
  '/product-types': (way) => [page(lists.productTypes, way)],
  '/imports': (way) => [page(lists.imports, way)],
  '/imports/:importId': () => [imports.get],
  '/transactions': (way) => [
    page(lists.transactions({ today: way.today, seesAll: can(way.person.staff, 'transactions.all') }), way),
  ],
  '/transactions/:transactionId': () => [transactions.get],
  '/customers': (way) => [page(lists.customers, way), ...customerChoices],
  '/customers/new': () => customerChoices,
  '/customers/:customerId': ({ id }) => [
    customers.get,
    customers.stats,
    given(customers.loyalty, loyaltyPage(id('customerId'), 1)),
  ],
  '/customers/:customerId/edit': () => [customers.get, ...customerChoices],
  '/transactions/to-settle': (way) => [page(lists.salesToSettle, way), offlineSales.summary],
  '/payments/pending': () => [payments.pending],
  '/store-day': (way) => [ask(zReadings.day, { query: { date: dayOf(way) } })],
  '/shifts': (way) => [page(lists.shifts, way), tills.list],
  '/shifts/cash-movements': (way) => [page(lists.cashMovements, way), tills.list],
  '/shifts/tills': () => [tills.list, tillReleases.list],
  '/shifts/:shiftId': () => [shifts.get],
  '/shifts/:shiftId/count': () => [shifts.get],
  '/z-readings': (way) => [page(lists.zReadings, way), tills.list],
  '/z-readings/:readingId': () => [zReadings.get],
  '/purchase-orders': (way) => [
    page(lists.purchaseOrders, way),
    ask(purchaseOrders.summary, { query: { store_id: storeOf(way) } }),
  ],
  '/purchase-orders/:orderId': () => [purchaseOrders.get, receiving.receipts, receiving.expected],
  '/purchase-orders/:orderId/receive': () => [purchaseOrders.get, receiving.receipts, receiving.expected],
  '/goods-receipts/:receiptId': () => [receiving.receipt],
  '/suppliers': (way) => [page(lists.suppliers, way)],
  '/suppliers/:supplierId': ({ id }) => [
    suppliers.get,
    suppliers.stats,
    given(supplierOrders.transactions, supplierOrdersPage(id('supplierId'), 1)),
  ],
  '/suppliers/:supplierId/edit': () => [suppliers.get],
  '/supplier-returns': (way) => [page(lists.supplierReturns, way)],
  '/supplier-returns/:returnId': () => [supplierReturns.get],
  '/qr-codes': (way) => [page(lists.qrCodes, way), qrCodes.stats],
  '/stores': (way) => [page(lists.stores, way)],
  '/stores/:storeId': (way) => [
    stores.get,
    way.isFirstTab &&
      isOwn(way) &&
      ask(stores.performance, { params: { storeId: way.id('storeId') }, query: {} }),
  ],
  '/stores/:storeId/edit': (way) => [isOwn(way) && stores.get],
  '/stores/:storeId/staff': (way) =>
    isOwn(way)
      ? [
          stores.get,
          given(stores.staff, storeStaffPage(way.id('storeId'), Number(way.search.get('page')) || 1)),
        ]
      : [],
  '/stores/:storeId/settings': () => [storeSettingsRoutes.settings, stores.list],
  '/staff': (way) => [page(lists.staff, way)],
  '/staff/:staffId': () => [people.get],
  '/staff/:staffId/edit': () => [people.get],
  '/staff/:staffId/reset-password': () => [people.get],
  '/roles': () => [roles.list],
  '/reports': (way) => [ask(payments.dailyReport, { query: { date: dayOf(way), store_id: storeOf(way) } })],
  '/audit': (way) => [page(lists.audit(way.today), way)],
  '/settings': () => [storeSettingsRoutes.defaults, ...customerChoices],
  '/settings/store-defaults': () => [storeSettingsRoutes.defaults],
  '/account': () => [pins.ownPin, account.sessions, system.health],
};

/** Returns what a screen reads first, of what this person may read. */
export function firstReadsOf(
  path: string,
  params: Readonly<Record<string, string | undefined>>,
  search: URLSearchParams,
  person: Person,
): FirstRead['options'][] {
  const id = (name: string) => idText.safeParse(params[name]).data ?? 0;
  const today = storeDate(serverNow(), zonesOf(person.store));
  const way: Way = { id, search, isFirstTab: !search.has('tab'), person, today };
  const reads = (firstReads[path]?.(way) ?? []).flatMap((first): FirstRead[] => {
    if (first === false || 'options' in first) return first ? [first] : [];
    const names = Object.keys(first.params?.shape ?? {});
    const input = { params: Object.fromEntries(names.map((name) => [name, id(name)])) };
    if (names.some((name) => id(name) === 0)) return [];
    return [ask(first, ...((names.length ? [input] : []) as ReadInput<ReadRoute>))];
  });
  return reads
    .filter(({ route }) => route.secret !== true && mayRead(person, route))
    .map(({ options }) => options);
}

const mayRead = ({ staff }: Person, { permission }: ReadRoute) =>
  permission === 'public' || mayOpen(staff, { permission: permission as Needed });
