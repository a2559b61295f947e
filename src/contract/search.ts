import { z } from './zod.ts';
import { orderStatuses } from '#domain/purchase-orders.ts';
import { roles } from '#domain/roles.ts';
import { transactionStatuses, unitStatuses } from '#domain/transactions.ts';
import { transferStatuses } from '#domain/transfers.ts';
import { id, instant, money, scanCode } from './codecs.ts';
import { moduleText, defineRoute, defineRoutes } from './define-route.ts';
import { productStatuses } from './products.ts';
import { named, shape } from './shapes.ts';

/** The most rows of a group. */
export const ROWS_A_GROUP = 5;

const row = { id, title: z.string(), detail: z.string() };

export const foundRows = {
  units: shape('FoundUnitRow', {
    ...row,
    title: row.title.describe('The number that has the text'),
    status: z.enum(unitStatuses),
    store: named,
    is_yours: z.boolean().describe('It stands in one of your stores'),
  }),
  transactions: shape('FoundTransactionRow', {
    ...row,
    detail: row.detail.nullable().describe('The customer; null for a walk-in'),
    status: z.enum(transactionStatuses),
    store: named,
    dated_at: instant,
    total_amount: money,
  }),
  customers: shape('FoundCustomerRow', {
    ...row,
    customer_group: z.object({ name: z.string(), slug: z.string() }).nullable(),
  }),
  products: shape('FoundProductRow', {
    ...row,
    status: z.enum(productStatuses),
    units: z.int().describe('Units that stand at the store'),
  }),
  orders: shape('FoundOrderRow', {
    ...row,
    status: z.enum(orderStatuses),
    total_quantity_ordered: z.int(),
    total_quantity_received: z.int(),
  }),
  receipts: shape('FoundGoodsReceiptRow', {
    ...row,
    detail: row.detail.describe('The supplier and the order'),
    units_count: z.int(),
    received_at: instant,
  }),
  transfers: shape('FoundTransferRow', { ...row, status: z.enum(transferStatuses), sent_at: instant }),
  suppliers: shape('FoundSupplierRow', { ...row, is_active: z.boolean() }),
  staff: shape('FoundPersonRow', { ...row, role: z.enum(roles), is_active: z.boolean() }),
};

/** The kinds that a search finds, in the order in which they are shown. */
export const foundKinds = [
  'units',
  'transactions',
  'customers',
  'products',
  'orders',
  'receipts',
  'transfers',
  'suppliers',
  'staff',
] as const satisfies readonly (keyof typeof foundRows)[];
export type FoundKind = (typeof foundKinds)[number];
export type FoundRow<K extends FoundKind> = z.output<(typeof foundRows)[K]>;

const groupOf = <T extends z.ZodType>(found: T) =>
  z
    .object({
      rows: z.array(found).describe(`At most ${ROWS_A_GROUP}`),
      total: z.int(),
      total_capped: z.boolean().describe('There are more than `total`'),
    })
    .optional();

export const searchResults = shape('SearchResults', {
  exact: z
    .object({ kind: z.enum(foundKinds), id })
    .nullable()
    .describe('The one thing whose whole number was asked for; its group begins with it'),
  not_sent: z
    .string()
    .optional()
    .describe('Of a number that a till gave without the server: what to do until the sale is sent'),
  units: groupOf(foundRows.units),
  transactions: groupOf(foundRows.transactions),
  customers: groupOf(foundRows.customers),
  products: groupOf(foundRows.products),
  orders: groupOf(foundRows.orders),
  receipts: groupOf(foundRows.receipts),
  transfers: groupOf(foundRows.transfers),
  suppliers: groupOf(foundRows.suppliers),
  staff: groupOf(foundRows.staff),
});
export type SearchResults = z.output<typeof searchResults>;

export const search = defineRoutes('search', {
  [moduleText]: { title: 'Search', about: 'Anything that the caller may see, by its number or its name' },
  find: defineRoute({
    method: 'GET',
    path: '/search',
    summary: 'Find anything by its number or its name',
    /** The permissions are those of the lists: a group without one is left out. */
    permission: 'signed_in',
    scope: 'store',
    query: z.strictObject({
      q: scanCode('Type what you look for').describe(
        'A number, a name, or what a scanner sent; of one or two characters, names that begin so',
      ),
    }),
    response: searchResults,
  }),
});
