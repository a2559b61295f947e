import { z } from './zod.ts';
import { transactionStatuses } from '#domain/transactions.ts';
import {
  calendarDate,
  countText,
  id,
  idText,
  instant,
  money,
  optionalLines,
  percent,
  PHONE_SIGNS,
  reason,
  requiredText,
} from './codecs.ts';
import { moduleText, defineRoute, defineRoutes } from './define-route.ts';
import { pageOf, pageQuery } from './pages.ts';
import { changesOf, customerGroup, message, named, shape } from './shapes.ts';

export const customer = shape('Customer', {
  id,
  name: z.string(),
  phone: z.string(),
  email: z.string().nullable(),
  address: z.string().nullable(),
  birthday: calendarDate.nullable(),
  notes: z.string().nullable(),
  customer_group_id: id.nullable(),
  signup_channel_id: id.nullable(),
  loyalty_points: z.int(),
  created_at: instant,
  customer_group: customerGroup.nullable(),
  signup_channel: named.nullable(),
});
export type Customer = z.output<typeof customer>;

const NAME_MAX = 255;
const PHONE_MAX = 20;

/** The fields of Quick Create, which the full form begins with. */
export const quickCustomerForm = z.object({
  name: requiredText('Name', NAME_MAX, `Name must be less than ${NAME_MAX} characters`),
  phone: requiredText(
    'Phone number',
    PHONE_MAX,
    `Phone number must be less than ${PHONE_MAX} characters`,
  ).regex(PHONE_SIGNS, 'Invalid phone number format'),
  email: z
    .email({ error: 'Invalid email format' })
    .max(255, 'Invalid email format')
    .toLowerCase()
    .nullable()
    .optional(),
});

/** The full customer form. The usecase checks by the store's calendar that a birthday is not in the future. */
export const customerForm = z.object({
  ...quickCustomerForm.shape,
  address: optionalLines(1000).optional(),
  birthday: calendarDate.nullable().optional(),
  notes: optionalLines(2000).optional(),
  customer_group_id: id.nullable().optional(),
  signup_channel_id: id.nullable().optional(),
});
export type CustomerForm = z.output<typeof customerForm>;
const customerChanges = changesOf(customerForm, customer);
export type CustomerChanges = z.output<typeof customerChanges>;

/** The chain's sales to a customer, less voids and refunded money. */
const customerStats = shape('CustomerStats', {
  total_spent: money,
  total_transactions: z.int(),
  last_transaction: instant.nullable(),
  owes: money
    .default(0)
    .describe('Still to be paid of their sales, with payments that are late; absent from older servers'),
});
export type CustomerStats = z.output<typeof customerStats>;

/** A unit that a customer bought. */
export const purchasedItem = shape('PurchasedItem', {
  id,
  inventory_item_id: id,
  price: money,
  discount_amount: money,
  final_price: money,
  refunded_at: instant.nullable(),
});

export const customerTransaction = shape('CustomerTransaction', {
  id,
  transaction_number: z.string(),
  invoice_number: z.string().nullable(),
  created_at: instant,
  dated_at: instant,
  store: named,
  items_count: z.int(),
  transaction_items: z.array(purchasedItem).default([]).describe('Absent from older servers'),
  total_amount: money,
  balance_due: money,
  pending_amount: money,
  refunded_amount: money,
  status: z.enum(transactionStatuses),
});
export type CustomerTransaction = z.output<typeof customerTransaction>;

export const loyaltyEntry = shape('LoyaltyEntry', {
  id,
  /** Negative for a deduction. */
  points: z.int(),
  balance: z.int(),
  reason: z.string(),
  transaction_id: id.nullable(),
  /** Null for a sale at a store that the caller has no access to. */
  staff: named.nullable(),
  created_at: instant,
});
export type LoyaltyEntry = z.output<typeof loyaltyEntry>;

const POINTS_MAX = 1_000_000_000;

export const pointsForm = z.object({
  points: z
    .int({ error: 'Points must be at least 1' })
    .min(1, 'Points must be at least 1')
    .max(POINTS_MAX, 'That is too many points'),
  reason: reason('Reason is required'),
});

const LIST_NAME_MAX = 100;
const listName = requiredText('Name', LIST_NAME_MAX);

export const groupForm = z.object({
  name: listName,
  slug: requiredText('Slug', 50).regex(/^[a-z0-9-]+$/, 'Use small letters, digits and hyphens'),
  discount_percentage: percent,
});
export type GroupForm = z.output<typeof groupForm>;
/** A slug decides prices and cannot be changed. */
const groupChanges = groupForm.omit({ slug: true }).partial();
export type GroupChanges = z.output<typeof groupChanges>;
export const channelForm = z.object({ name: listName });
export type ChannelForm = z.output<typeof channelForm>;

const byCustomer = z.object({ customerId: idText });

export const customers = defineRoutes('customers', {
  [moduleText]: { title: 'Customers', about: 'Customers, their loyalty points, groups and signup channels' },
  list: defineRoute({
    method: 'GET',
    path: '/customers',
    summary: 'Find customers',
    permission: 'customers.view',
    scope: 'chain',
    query: z.strictObject({
      ...pageQuery,
      search: z.string().max(100).optional(),
      customer_group_id: idText.optional(),
      signup_channel_id: idText.optional(),
      min_points: countText.optional(),
      max_points: countText.optional(),
      /** Used to notice a second record of the same person. */
      phone: z.string().max(PHONE_MAX).optional().describe('Exactly this number, in any spelling'),
    }),
    response: pageOf(customer),
  }),
  get: defineRoute({
    method: 'GET',
    path: '/customers/:customerId',
    summary: 'Get a customer',
    permission: 'customers.view',
    scope: 'chain',
    params: byCustomer,
    response: customer,
    errors: ['customer_not_found'],
  }),
  create: defineRoute({
    method: 'POST',
    path: '/customers',
    summary: 'Create a customer',
    permission: 'customers.create',
    /** A customer created at a store gets that store's default group. */
    scope: 'store',
    invalidates: ['customers.list'],
    body: z.strictObject(customerForm.shape),
    response: customer,
    status: 201,
    location: '/customers/:id',
  }),
  update: defineRoute({
    method: 'PUT',
    path: '/customers/:customerId',
    summary: 'Change a customer',
    permission: 'customers.edit',
    scope: 'store',
    invalidates: ['customers.list', 'customers.get', 'transactions'],
    params: byCustomer,
    body: customerChanges,
    response: customer,
    errors: ['customer_not_found', 'customer_changed'],
    whileInactive: true,
  }),
  delete: defineRoute({
    method: 'DELETE',
    path: '/customers/:customerId',
    summary: 'Delete a customer',
    permission: 'customers.delete',
    scope: 'chain',
    invalidates: ['customers.list'],
    params: byCustomer,
    response: message,
    errors: ['customer_not_found'],
  }),
  stats: defineRoute({
    method: 'GET',
    path: '/customers/:customerId/stats',
    summary: 'Get the purchase figures of a customer',
    permission: 'customers.view',
    scope: 'chain',
    params: byCustomer,
    response: customerStats,
    errors: ['customer_not_found'],
  }),
  transactions: defineRoute({
    method: 'GET',
    path: '/customers/:customerId/transactions',
    summary: 'List the transactions of a customer',
    permission: 'customers.view',
    scope: 'chain',
    params: byCustomer,
    query: z.strictObject(pageQuery),
    response: pageOf(customerTransaction),
    errors: ['customer_not_found'],
  }),
  loyalty: defineRoute({
    method: 'GET',
    path: '/customers/:customerId/loyalty',
    summary: 'List the loyalty points of a customer',
    permission: 'customers.view',
    scope: 'chain',
    params: byCustomer,
    query: z.strictObject(pageQuery),
    response: pageOf(loyaltyEntry),
    errors: ['customer_not_found'],
  }),
  addPoints: defineRoute({
    method: 'POST',
    path: '/customers/:customerId/add-points',
    summary: 'Add loyalty points',
    permission: 'loyalty.adjust',
    scope: 'chain',
    invalidates: ['customers.list', 'customers.get', 'customers.loyalty'],
    params: byCustomer,
    body: z.strictObject(pointsForm.shape),
    response: customer,
    errors: ['customer_not_found'],
  }),
  deductPoints: defineRoute({
    method: 'POST',
    path: '/customers/:customerId/deduct-points',
    summary: 'Deduct loyalty points',
    permission: 'loyalty.adjust',
    scope: 'chain',
    invalidates: ['customers.list', 'customers.get', 'customers.loyalty'],
    params: byCustomer,
    body: z.strictObject(pointsForm.shape),
    response: customer,
    errors: ['customer_not_found'],
  }),
  createGroup: defineRoute({
    method: 'POST',
    path: '/customer-groups',
    summary: 'Create a customer group',
    permission: 'admin',
    scope: 'chain',
    invalidates: ['customers.groups'],
    body: z.strictObject(groupForm.shape),
    response: customerGroup,
    status: 201,
  }),
  updateGroup: defineRoute({
    method: 'PUT',
    path: '/customer-groups/:groupId',
    summary: 'Change a customer group',
    permission: 'admin',
    scope: 'chain',
    invalidates: ['customers', 'transactions'],
    params: z.object({ groupId: idText }),
    body: groupChanges.strict(),
    response: customerGroup,
  }),
  deleteGroup: defineRoute({
    method: 'DELETE',
    path: '/customer-groups/:groupId',
    summary: 'Delete a customer group',
    permission: 'admin',
    scope: 'chain',
    invalidates: ['customers'],
    params: z.object({ groupId: idText }),
    response: message,
    errors: ['in_use'],
  }),
  createChannel: defineRoute({
    method: 'POST',
    path: '/signup-channels',
    summary: 'Create a signup channel',
    permission: 'admin',
    scope: 'chain',
    invalidates: ['customers.channels'],
    body: z.strictObject(channelForm.shape),
    response: named,
    status: 201,
  }),
  updateChannel: defineRoute({
    method: 'PUT',
    path: '/signup-channels/:channelId',
    summary: 'Rename a signup channel',
    permission: 'admin',
    scope: 'chain',
    invalidates: ['customers'],
    params: z.object({ channelId: idText }),
    body: z.strictObject(channelForm.shape),
    response: named,
  }),
  deleteChannel: defineRoute({
    method: 'DELETE',
    path: '/signup-channels/:channelId',
    summary: 'Delete a signup channel',
    permission: 'admin',
    scope: 'chain',
    invalidates: ['customers'],
    params: z.object({ channelId: idText }),
    response: message,
    errors: ['in_use'],
  }),
  groups: defineRoute({
    method: 'GET',
    path: '/customer-groups',
    summary: 'List the customer groups',
    permission: 'customers.view',
    scope: 'chain',
    response: z.array(customerGroup),
  }),
  channels: defineRoute({
    method: 'GET',
    path: '/signup-channels',
    summary: 'List the signup channels',
    permission: 'customers.view',
    scope: 'chain',
    response: z.array(named),
  }),
});
