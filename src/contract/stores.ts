import { z } from './zod.ts';
import { DEFAULT_OFFLINE_RULES } from '#domain/offline-rules.ts';
import { tenders } from '#domain/payments.ts';
import { roles } from '#domain/roles.ts';
import { timeZones } from '#domain/time-zones.ts';
import {
  calendarDate,
  fieldPermission,
  flagText,
  id,
  idText,
  instant,
  money,
  optionalLines,
  optionalText,
  percent,
  PHONE_SIGNS,
  requiredText,
} from './codecs.ts';
import { moduleText, defineRoute, defineRoutes } from './define-route.ts';
import { pageOf, pageQuery } from './pages.ts';
import { changesOf, message, shape, topProduct } from './shapes.ts';

const openingHours = shape('OpeningHours', {
  open: z.string(),
  close: z.string(),
  closed: z.boolean().optional(),
});

/** The rules of a store's shifts, which begin and end with a counted drawer. */
const shiftRules = shape('ShiftRules', {
  enabled: z.boolean(),
  difference_limit: money.describe('A count that is further off wants a reason'),
});

/** The rules of a store whose tills may sell while the server cannot be reached. */
const offlineRules = shape('OfflineRules', {
  enabled: z.boolean(),
  hours: z.int().describe('How long after the server’s last answer'),
  max_total: money.nullable().describe('The largest total of one sale; null for none'),
  methods: z.array(z.enum(tenders)),
});

export const storeSettings = shape('StoreSettings', {
  hours: z.record(z.string(), openingHours),
  features: z.object({ pos_enabled: z.boolean(), online_orders: z.boolean(), repairs: z.boolean() }),
  payment_methods: z.array(z.enum(tenders)),
  tax_rate: percent,
  prices_include_tax: z.boolean(),
  /** Printed below the shop's name on receipts and slips; absent in settings of older versions. */
  registered_name: z.string().nullable().default(null),
  tin: z.string().nullable().default(null),
  receipt_header: z.string().nullable().default(null),
  receipt_footer: z.string().nullable(),
  default_customer_group: z.string(),
  trade_ins: z
    .object({ hold: z.boolean().describe('Traded-in units are on hold until they are cleared') })
    .default({ hold: true }),
  /** Absent in settings saved before there were shifts. */
  shifts: shiftRules.optional(),
  offline_sales: offlineRules
    .default({ ...DEFAULT_OFFLINE_RULES, methods: [...DEFAULT_OFFLINE_RULES.methods] })
    .describe('Off in settings of older versions'),
});
export type StoreSettings = z.output<typeof storeSettings>;

/** The zones that a store had one after the other: a sale keeps the date that it was made on. */
const zones = z
  .array(z.object({ since: instant, timezone: z.enum(timeZones) }))
  .optional()
  .describe('Absent while it had only one');

/** The facts about every store that all signed-in users may see. */
export const storeEntry = shape('StoreEntry', {
  id,
  code: z.string(),
  name: z.string(),
  address: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  timezone: z.enum(timeZones),
  is_active: z.boolean(),
  is_warehouse: z.boolean(),
  zones,
});
export type StoreEntry = z.output<typeof storeEntry>;

export const store = shape('Store', {
  ...storeEntry.shape,
  /** Null until they were first saved. */
  settings: storeSettings.nullable(),
  /** The current rules; absent from servers without shifts. */
  shifts: shiftRules.default({ enabled: false, difference_limit: 0 }),
});
export type Store = z.output<typeof store>;

/** A store with its internal data; only the entry for stores that the caller has no access to. */
export const storeDetail = shape('StoreDetail', {
  ...storeEntry.shape,
  settings: storeSettings.nullable().optional(),
  shifts: shiftRules.optional(),
  /** Active people with this primary store. */
  primary_staff_count: z.int().optional(),
  /** Active people who work there besides their primary store. */
  additional_staff_count: z.int().optional(),
  inventory_items_count: z.int().optional().describe('Units in stock there, held ones included'),
  /** Units in the store that nobody holds. */
  available_items_count: z.int().optional(),
  /** Completed sales there, whatever happened to them since. */
  transactions_count: fieldPermission('transactions.view', z.int()),
});
export type StoreDetail = z.output<typeof storeDetail>;

const STORE_NAME_MAX = 100;
export const STORE_CODE_MAX = 10;
export const STORE_PHONE_MAX = 20;
export const STORE_ADDRESS_MAX = 500;

const emailAddress = z.email().max(255);

const storeFields = z.object({
  name: requiredText('Name', STORE_NAME_MAX),
  address: optionalLines(STORE_ADDRESS_MAX).optional(),
  phone: optionalText(STORE_PHONE_MAX)
    .refine((phone) => phone === null || PHONE_SIGNS.test(phone), 'Use digits, spaces, +, - and parentheses')
    .optional(),
  email: z
    .string()
    .trim()
    .toLowerCase()
    .nullable()
    .overwrite((text) => text || null)
    .refine((text) => text === null || emailAddress.safeParse(text).success, 'Invalid email address')
    .optional(),
  timezone: z.enum(timeZones, { error: 'Timezone is required' }),
  is_warehouse: z.boolean().optional(),
});

/** The full form; the code cannot be changed later, because every number of the store contains it. */
export const storeForm = z.object({
  ...storeFields.shape,
  code: requiredText('Code', STORE_CODE_MAX)
    .regex(/^[A-Za-z0-9-]*$/, 'Use letters, digits and hyphens')
    .regex(/^(?!-+$)/, 'Use at least one letter or digit')
    .toUpperCase(),
  prices_include_tax: z
    .boolean()
    .optional()
    .describe(
      'Absent: true for Asia/Manila, whose tags must show the whole price; elsewhere the chain’s default',
    ),
});
export type StoreForm = z.output<typeof storeForm>;
export type StoreChanges = Partial<z.output<typeof storeFields>>;

const storeStaff = shape('StoreStaff', {
  id,
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  is_primary_store: z.boolean(),
  last_login_at: instant.nullable(),
});
export type StoreStaff = z.output<typeof storeStaff>;

const salesSummary = shape('SalesSummary', {
  /** Net, like the daily reports of these days: each void and refund on the day it happened. */
  total: money,
  /** Sales of these days, without those voided within them. */
  transaction_count: z.int(),
  /** The average net amount of these sales, without voided and wholly refunded ones. */
  average_transaction: money,
});
export type SalesSummary = z.output<typeof salesSummary>;

/** The maximum number of days per request. */
export const PERFORMANCE_DAYS_MAX = 366;

export const storePerformance = shape('StorePerformance', {
  from: calendarDate,
  to: calendarDate,
  sales: salesSummary,
  /** The same number of days directly before; while the last of the days is not over, up to the same time of day. */
  previous: z.object({
    from: z.iso.date(),
    to: z.iso.date(),
    until: instant.nullable().describe('The time up to which its last day counts; null: to its end'),
    sales: salesSummary,
    /** Each of these days to its end; absent from older servers. */
    by_day: z.array(z.object({ date: z.iso.date(), sales: money })).default([]),
  }),
  /** Net, each day of the range like its daily report; `transactions` without sales voided within the range. */
  by_day: z.array(z.object({ date: calendarDate, sales: money, transactions: z.int() })),
  /** Net, by the hour of the store's day, 0 to 23, over the whole range. */
  by_hour: z.array(z.object({ hour: z.int(), sales: money })),
  /** The same without today, which is not over. */
  by_hour_before: z.array(z.object({ hour: z.int(), sales: money })),
  /** Units in the store now. */
  inventory: z.object({ total_items: z.int() }),
  /** The variations with the most net revenue, tax included. */
  top_products: z.array(topProduct),
  /** The number of variations of which something was sold and kept; absent from older servers. */
  products_sold: z.int().nullable().default(null),
  now: instant,
});
export type StorePerformance = z.output<typeof storePerformance>;

/** Work begun at a store and not finished. */
const openWork = shape('OpenWork', {
  drafts: z.int(),
  /** Drafts with payments. */
  paid_drafts: z.int(),
  units_held: z.int(),
  /** Units in transit to and from the store; absent from older servers. */
  units_arriving: z.int().default(0),
  units_leaving: z.int().default(0),
  /** Units that stand there, held ones included; this and the rest is absent from older servers. */
  units_standing: z.int().default(0),
  units_defective: z.int().default(0),
  units_on_hold: z.int().default(0),
  units_lost: z.int().default(0),
  /** Units that went back to their suppliers, and may come back. */
  units_returned: z.int().default(0),
  open_orders: z.int().default(0),
  open_shifts: z.int().default(0),
  /** Stock counts that are not closed. */
  open_counts: z.int().default(0),
  /** Pending payments of completed sales, and of drafts. */
  pending_payments: z.int().default(0),
  /** Active people who work at no other active store. */
  people_left: z.int().default(0),
  /** Tills with sales that were made without the server and are not here. */
  tills_waiting: z.int().default(0),
  sales_to_settle: z.int().default(0),
});
export type OpenWork = z.output<typeof openWork>;

const byStore = z.object({ storeId: idText });

export const stores = defineRoutes('stores', {
  [moduleText]: {
    title: 'Stores',
    about: 'The stores of the chain, and what those that you work in come to',
  },
  list: defineRoute({
    method: 'GET',
    path: '/stores',
    summary: 'List your stores',
    permission: 'signed_in',
    scope: 'chain',
    response: z.array(store),
  }),
  current: defineRoute({
    method: 'GET',
    path: '/stores/current',
    summary: 'Get the current store',
    permission: 'signed_in',
    scope: 'store',
    response: store,
  }),
  switch: defineRoute({
    method: 'POST',
    path: '/stores/switch',
    summary: 'Switch to another store',
    permission: 'signed_in',
    scope: 'chain',
    invalidates: [],
    body: z.strictObject({ store_id: id }),
    response: store,
    errors: ['foreign_store'],
  }),
  directory: defineRoute({
    method: 'GET',
    path: '/stores/list',
    summary: 'Find stores',
    permission: 'signed_in',
    scope: 'chain',
    query: z.strictObject({
      ...pageQuery,
      search: z.string().max(100).optional(),
      is_active: flagText.optional(),
      is_warehouse: flagText.optional(),
    }),
    response: pageOf(storeEntry),
  }),
  get: defineRoute({
    method: 'GET',
    path: '/stores/:storeId',
    summary: 'Get a store',
    permission: 'signed_in',
    scope: 'chain',
    params: byStore,
    response: storeDetail,
    errors: ['store_not_found'],
  }),
  create: defineRoute({
    method: 'POST',
    path: '/stores/create',
    summary: 'Create a store',
    auditTarget: 'storeId',
    permission: 'stores.manage',
    scope: 'chain',
    invalidates: ['stores'],
    changesShop: true,
    body: z.strictObject(storeForm.shape),
    response: store,
    status: 201,
    location: '/stores/:id',
  }),
  update: defineRoute({
    method: 'PUT',
    path: '/stores/:storeId',
    summary: 'Change a store',
    permission: 'stores.manage',
    scope: 'chain',
    invalidates: ['stores'],
    changesShop: true,
    params: byStore,
    body: changesOf(storeFields, storeEntry),
    response: store,
    errors: ['store_not_found', 'store_inactive', 'store_changed'],
  }),
  deactivate: defineRoute({
    method: 'DELETE',
    path: '/stores/:storeId',
    summary: 'Deactivate a store, for good',
    permission: 'stores.manage',
    scope: 'chain',
    invalidates: ['stores'],
    changesShop: true,
    params: byStore,
    response: message,
    errors: ['store_not_found', 'last_store', 'illegal_state'],
  }),
  delete: defineRoute({
    method: 'DELETE',
    path: '/stores/:storeId/unused',
    summary: 'Delete a store, if it was never used',
    permission: 'stores.manage',
    scope: 'chain',
    invalidates: ['stores'],
    changesShop: true,
    params: byStore,
    response: message,
    errors: ['store_not_found', 'last_store', 'in_use'],
  }),
  openWork: defineRoute({
    method: 'GET',
    path: '/stores/:storeId/open-work',
    summary: 'Get what is open at a store',
    permission: 'stores.manage',
    scope: 'chain',
    params: byStore,
    response: openWork,
    errors: ['store_not_found'],
  }),
  performance: defineRoute({
    method: 'GET',
    path: '/stores/:storeId/performance',
    summary: 'Get the sales of a store',
    permission: 'transactions.view',
    scope: 'chain',
    params: byStore,
    query: z.strictObject({
      from: calendarDate.optional().describe('Today where neither is given'),
      to: calendarDate.optional(),
    }),
    response: storePerformance,
    errors: ['store_not_found'],
  }),
  staff: defineRoute({
    method: 'GET',
    path: '/stores/:storeId/staff',
    summary: 'List the staff of a store',
    permission: 'signed_in',
    scope: 'chain',
    params: byStore,
    query: z.strictObject(pageQuery),
    response: pageOf(storeStaff),
    errors: ['store_not_found'],
  }),
});
