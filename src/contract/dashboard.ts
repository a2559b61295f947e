import { z } from './zod.ts';
import { transactionStatuses } from '#domain/transactions.ts';
import { id, instant, money, fieldPermission } from './codecs.ts';
import { moduleText, defineRoute, defineRoutes } from './define-route.ts';
import { shape, topProduct } from './shapes.ts';

const today = shape('TodaysSales', {
  /** Net like the daily report: less today's voids and refunds. */
  sales: money,
  /** Today's sales without voided ones. */
  transactions: z.int(),
  /** The average net amount of today's sales, without voided and wholly refunded ones. */
  average: money,
  /** Net, on the same weekday last week, up to the same time of day. */
  sales_last_week: money,
});

/** Open work: drafts, and pending payments. */
const waiting = fieldPermission('transactions.view', z.object({ drafts: z.int(), payments: z.int() }));

/** The store's sales of which money is still to be paid, or to be given back. */
const unsettled = z.object({ count: z.int(), total: money });
const balances = fieldPermission('transactions.view', z.object({ owes: unsettled, owed: unsettled }));

const inventory = shape('StoreInventory', {
  items: z.int(),
  low: z.int().describe('Variations below their reorder points, as many as the low stock lists'),
  out: z.int().describe('Those of them that are sold out'),
  without_price: z
    .int()
    .default(0)
    .describe('Used and refurbished units that are not sold until they have a price'),
});

/** A store of the chain with its figures, each on its own calendar day. */
const storeFigures = shape('StoreFigures', {
  id,
  code: z.string(),
  name: z.string(),
  is_warehouse: z.boolean(),
  /** False for an ended store that sold or took something back today, or still expects a payment. */
  is_active: z.boolean(),
  today,
  inventory,
  waiting,
});
export type StoreFigures = z.output<typeof storeFigures>;

export const dashboardFigures = shape('DashboardFigures', {
  today,
  inventory,
  customers: fieldPermission('customers.view', z.object({ total: z.int(), new_today: z.int() })),
  waiting,
  balances: balances.optional(),
  /** Net like `sales`, by the hour of the store's day, 0 to 23. */
  by_hour: z.array(z.object({ hour: z.int(), sales: money })),
  /** The products with the most revenue today. */
  top_products: z.array(topProduct),
  latest: fieldPermission(
    'transactions.view',
    z.array(
      z.object({
        id,
        transaction_number: z.string(),
        invoice_number: z.string().nullable(),
        customer_name: z.string().nullable(),
        dated_at: instant,
        total_amount: money,
        balance_due: money,
        pending_amount: money,
        refunded_amount: money,
        status: z.enum(transactionStatuses),
      }),
    ),
  ),
  /** The date of the store's last sale, if the server's clock is before it. Absent from older servers. */
  last_sale_ahead: instant.nullable().default(null),
  /**
   * When a till told of a later invoice than the server knew, in the last week, and the last that it knew; null for none.
   * Absent from older servers.
   */
  invoices_behind: z.object({ at: instant, last_known: z.string().nullable() }).nullable().default(null),
  sales_to_settle: fieldPermission('transactions.review', z.int())
    .optional()
    .describe('Offline sales that wait for a manager; absent from older servers'),
  deposits_not_held: fieldPermission('transactions.view', z.int())
    .optional()
    .describe('Drafts with payments, of which an item is not held any more; absent from older servers'),
  now: instant,
});
export type DashboardFigures = z.output<typeof dashboardFigures>;

/** The first steps of a new shop, each true once it was done anywhere in the chain. */
export const firstSteps = shape('FirstSteps', {
  products: z.boolean().describe('There is a product'),
  suppliers: z.boolean().describe('There is a supplier'),
  staff: z.boolean().describe('Somebody works there besides the first admin'),
  till: z.boolean().describe('A till was named, or something was sold'),
  backups: z.boolean().default(true).describe('The key of the backups was typed from paper'),
});
export type FirstSteps = z.output<typeof firstSteps>;

export const dashboard = defineRoutes('dashboard', {
  [moduleText]: { title: 'Dashboard', about: 'Today’s figures of a store' },
  figures: defineRoute({
    method: 'GET',
    path: '/dashboard',
    summary: 'Get the figures of the dashboard',
    permission: 'dashboard.view',
    scope: 'store',
    response: dashboardFigures,
  }),
  firstSteps: defineRoute({
    method: 'GET',
    path: '/dashboard/first-steps',
    summary: 'Ask which first steps of a new shop were done',
    permission: 'signed_in',
    scope: 'chain',
    response: firstSteps,
  }),
  chain: defineRoute({
    method: 'GET',
    path: '/dashboard/chain',
    summary: 'Compare today’s figures of your stores',
    permission: 'transactions.all',
    scope: 'chain',
    response: z.object({ data: z.array(storeFigures), now: instant }),
  }),
});
