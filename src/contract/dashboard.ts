import { z } from './zod.ts';
import { transactionStatuses } from '#domain/transactions.ts';
import { id, instant, money, fieldPermission } from './codecs.ts';
import { moduleText, defineRoute } from './define-route.ts';
import { shape, topProduct } from './shapes.ts';

const today = shape('TodaysSales', {
  /** Net, as the daily report has it: less voids and refunds of today. */
  sales: money,
  /** Sales of today that were not voided. */
  transactions: z.int(),
  /** `sales` shared among them. */
  average: money,
  /** Net, on the same weekday a week ago, up to the same time of day. */
  sales_last_week: money,
});

/** What waits for somebody: drafts, and payments that nobody has seen arrive yet. */
const waiting = fieldPermission('transactions.view', z.object({ drafts: z.int(), payments: z.int() }));

const inventory = shape('StoreInventory', {
  items: z.int(),
  low: z.int().describe('Variations below their reorder points, as many as the low stock lists'),
  out: z.int().describe('Those of them that are sold out'),
});

/** A store among others of the chain, each on its own day. */
export const storeFigures = shape('StoreFigures', {
  id,
  code: z.string(),
  name: z.string(),
  is_warehouse: z.boolean(),
  /** False: it was ended, and sold or took something back today, or somebody's payment is still to arrive. */
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
  /** Net, as `sales`, by the hour of the store's day, 0 to 23. */
  by_hour: z.array(z.object({ hour: z.int(), sales: money })),
  /** What brought in the most today. */
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
  now: instant,
});
export type DashboardFigures = z.output<typeof dashboardFigures>;

export const dashboard = {
  [moduleText]: { title: 'Dashboard', about: 'Today’s figures of a store' },
  figures: defineRoute({
    method: 'GET',
    path: '/dashboard',
    summary: 'Get the figures of the dashboard',
    permission: 'dashboard.view',
    scope: 'store',
    response: dashboardFigures,
  }),
  chain: defineRoute({
    method: 'GET',
    path: '/dashboard/chain',
    summary: 'Compare today’s figures of your stores',
    permission: 'transactions.all',
    scope: 'chain',
    response: z.object({ data: z.array(storeFigures), now: instant }),
  }),
};
