import { z } from './zod.ts';
import { tenders } from '#domain/payments.ts';
import { sellerIds } from '#domain/trade-ins.ts';
import { unitCategories, unitStatuses } from '#domain/transactions.ts';
import {
  calendarDate,
  fieldPermission,
  id,
  idText,
  instant,
  money,
  moneyFromZeroOf,
  optionalText,
  requiredText,
  seenCount,
} from './codecs.ts';
import { defineRoute, defineRoutes, fileResponse, moduleText } from './define-route.ts';
import { pageOf, pageQuery } from './pages.ts';
import { knownPayments } from './payments.ts';
import { slipBusiness } from './receipts.ts';
import { named, payoutRounding, shape } from './shapes.ts';

const NAME_MAX = 100;
const ADDRESS_MAX = 200;
const ID_NUMBER_MAX = 50;

/** The person who sells the unit: the law on second-hand goods asks for name, address and ID of each. */
export const sellerForm = z
  .strictObject({
    name: requiredText('Name', NAME_MAX),
    address: requiredText('Address', ADDRESS_MAX),
    id_type: z.enum(sellerIds, { error: 'Choose the ID' }),
    id_number: requiredText('ID number', ID_NUMBER_MAX),
  })
  .meta({ id: 'SellerForm' });

const payoutForm = z.strictObject({
  method: z.enum(tenders, { error: 'Choose how it is paid' }),
  reference_number: optionalText(100).optional(),
});

/** The terms of a trade-in, beside what it says of the unit. */
export const tradeInTerms = {
  amount: moneyFromZeroOf('Agreed amount')
    .optional()
    .describe('What is paid for it: required, 0 where nothing is'),
  seller: sellerForm.optional().describe('Who sells it: required'),
  customer_id: fieldPermission('customers.view', id.nullable()).describe('The seller, where a customer'),
  transaction_id: id.optional().describe('The draft that it pays for, up to what remains of its total'),
  version: seenCount.optional().describe('The draft’s, as you know it'),
  known_payments: knownPayments,
  payout: payoutForm.nullable().optional().describe('How the rest is paid: required where there is one'),
};

/** A unit that was bought from a customer. */
export const tradeIn = shape('TradeIn', {
  id,
  number: z.string().nullable().describe('Null for those of before 1.1.0'),
  at: instant,
  store: named,
  staff: named,
  /** As it was bought, but for its state. */
  unit: z.object({
    id,
    product_name: z.string(),
    variation_name: z.string(),
    serial_number: z.string().nullable(),
    imei: z.string().nullable(),
    imei2: z.string().nullable(),
    category: z.enum(unitCategories),
    condition_rating: z.int().nullable(),
    status: z.enum(unitStatuses),
  }),
  amount: money
    .nullable()
    .describe('What was paid for it; null where that was not entered, or is not yours to see'),
  payment: z
    .object({ transaction_id: id, number: z.string(), amount: money })
    .nullable()
    .describe('The sale that it paid for, and how much of it; null where that is not yours to see'),
  payout: z
    .object({
      method: z.enum(tenders),
      amount: money,
      cash_rounding: payoutRounding,
      reference_number: z.string().nullable(),
    })
    .nullable()
    .describe('What was paid out; null where that is not yours to see'),
  customer: fieldPermission('customers.view', named.nullable()),
  seller: z.object({
    name: z.string(),
    address: fieldPermission('customers.view', z.string().nullable()),
    id_type: fieldPermission('customers.view', z.enum(sellerIds).nullable()),
    id_number: fieldPermission('customers.view', z.string().nullable()),
  }),
  business: slipBusiness.describe('The shop and store as its slip names them'),
  is_on_hold: z.boolean(),
  cleared: z.object({ at: instant, by: named, reference: z.string() }).nullable(),
  given_back: z
    .object({ at: instant, by: named })
    .nullable()
    .describe('When the unit went back to its seller'),
});
export type TradeIn = z.output<typeof tradeIn>;

export const clearanceForm = z.object({
  reference: requiredText('Reference', NAME_MAX),
});

const tradeInFilters = {
  inventory_item_id: idText.optional().describe('Those of one unit'),
  state: z.enum(['on_hold', 'cleared', 'given_back']).optional(),
  from: calendarDate.optional(),
  to: calendarDate.optional(),
};

const params = z.object({ tradeInId: idText });
/** Permissions that show the register of trade-ins. It tells what the shop paid for a unit. */
export const seesRegister = ['inventory.create', 'costs.view'] as const;
const SHOWN = ['tradeIns', 'inventory', 'products', 'pos.products', 'dashboard', 'stores'] as const;

export const tradeIns = defineRoutes('tradeIns', {
  [moduleText]: {
    title: 'Trade-ins',
    about: 'Units bought from customers: the register, and their clearance',
  },
  list: defineRoute({
    method: 'GET',
    path: '/trade-ins',
    summary: 'List the trade-ins of the store',
    permission: seesRegister,
    scope: 'store',
    query: z.strictObject({ ...tradeInFilters, ...pageQuery }),
    response: pageOf(tradeIn),
  }),
  register: defineRoute({
    method: 'GET',
    path: '/trade-ins/register',
    summary: 'Download the register of trade-ins',
    permission: seesRegister,
    scope: 'store',
    query: z.strictObject(tradeInFilters),
    response: fileResponse,
    fileType: 'text/csv',
  }),
  get: defineRoute({
    method: 'GET',
    path: '/trade-ins/:tradeInId',
    summary: 'Look at a trade-in, to print its slip',
    permission: [...seesRegister, 'transactions.create'],
    scope: 'store',
    params,
    response: tradeIn,
    errors: ['trade_in_not_found'],
  }),
  clear: defineRoute({
    method: 'POST',
    path: '/trade-ins/:tradeInId/clear',
    summary: 'Enter the clearance of a trade-in: its unit is for sale',
    permission: 'inventory.edit',
    scope: 'store',
    whileInactive: true,
    invalidates: SHOWN,
    params,
    body: z.strictObject(clearanceForm.shape),
    response: tradeIn,
    errors: ['trade_in_not_found', 'illegal_state'],
  }),
  giveBack: defineRoute({
    method: 'POST',
    path: '/trade-ins/:tradeInId/give-back',
    summary: 'Give a unit back to its seller, who hands back what was paid',
    permission: 'inventory.create',
    scope: 'store',
    whileInactive: true,
    invalidates: [...SHOWN, 'transactions', 'shifts', 'cashMovements', 'zReadings.day'],
    params,
    response: tradeIn,
    errors: ['trade_in_not_found', 'illegal_state', 'store_inactive', 'shift_required', 'shift_counted'],
  }),
});
