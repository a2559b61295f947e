import { z } from './zod.ts';
import { paymentMethods, tenders } from '#domain/payments.ts';
import type { ReconcilingItems } from '#domain/reconciling-items.ts';
import {
  denominations,
  entryKinds,
  drawerKinds,
  movementKinds,
  PIECES_MAX,
  shiftStatuses,
  type DenominationKey,
} from '#domain/shifts.ts';
import {
  calendarDate,
  fieldPermission,
  id,
  idText,
  instant,
  money,
  moneyFromZero,
  moneyFromZeroOf,
  pesosText,
  reason,
  requiredText,
  seenCount,
} from './codecs.ts';
import { moduleText, defineRoute, defineRoutes } from './define-route.ts';
import { slipBusiness } from './receipts.ts';
import { pageOf, pageQuery } from './pages.ts';
import { message, named, payoutRounding, shape, tradeInRounding } from './shapes.ts';

export const TILL_KEY = /^[\w-]{16,64}$/;
const TILL_NAME_MAX = 40;
/** The most series that a computer tells of. */
export const TOLD_SERIES_MAX = 100;

const pieces = z
  .int({ error: 'Enter a whole number' })
  .min(0, 'A count cannot be negative')
  .max(PIECES_MAX, `At most ${PIECES_MAX.toLocaleString('en-PH')} pieces`);

const piecesByKey = Object.fromEntries(denominations.map(({ key }) => [key, pieces.optional()])) as Record<
  DenominationKey,
  z.ZodOptional<typeof pieces>
>;
/** Normalised, so that no two till names look the same. */
const tillName = requiredText('Name', TILL_NAME_MAX)
  .normalize('NFKC')
  .overwrite((name) => name.replaceAll(/\s+/g, ' '));

/** 32 bytes in base64url. */
export const tillSecret = z
  .string()
  .regex(/^[\w-]{43}$/, 'Must be 43 letters, digits, hyphens and underscores');

/** The number of bills and coins of each kind; absent ones count as 0. */
export const cashCount = z.strictObject(piecesByKey).meta({ id: 'CashCount' });

export const till = shape('Till', {
  id,
  name: z.string(),
  code: z
    .string()
    .default('')
    .describe('`T2`: unique in its store, and fixed for ever; empty from older servers'),
  credential: z
    .object({
      letter: z.string().describe('Of its series of numbers'),
      given_at: instant,
      last_no: z.int().describe('The last number that is known of it'),
      waiting: z.int().describe('How many of its sales are not here: as it told last, or by its numbers'),
      told_at: instant.nullable().describe('Null before it told anything'),
    })
    .nullable()
    .default(null)
    .describe('By which it sends sales that it made without the server; null while it has none'),
  version: z.string().nullable().default(null).describe('Of its program, as it told last'),
  system: z.string().nullable().default(null).describe('`win32 x64`: the system that the program is for'),
  seen_at: instant.nullable().default(null).describe('When it told so'),
  update_error: z
    .string()
    .nullable()
    .default(null)
    .describe('Why it could not take the release that was chosen for it'),
  is_this: z.boolean().describe('The device that asks is this till'),
  retired_at: instant.nullable(),
  lost: z
    .object({ at: instant, by: named.nullable() })
    .nullable()
    .default(null)
    .describe('That its computer was declared lost; null once another one is this till'),
  open_shift: z
    .object({ id, number: z.string(), opened_at: instant, opened_by: named })
    .nullable()
    .describe('Null while nobody’s drawer is in it'),
});
export type Till = z.output<typeof till>;

export const movement = shape('CashMovement', {
  id,
  kind: z.enum(entryKinds).extract([...drawerKinds, 'correction', 'float']),
  amount: money.describe('What was put in or taken out; of a correction, what it adds'),
  cash_rounding: payoutRounding,
  reason: z.string().nullable(),
  at: instant,
  staff: named,
  approved_by: named.nullable(),
  till: named.nullable(),
  shift: z.object({ id, number: z.string() }).nullable(),
});
export type CashMovement = z.output<typeof movement>;

const difference = shape('MethodDifference', {
  method: z.enum(tenders),
  expected: fieldPermission('shifts.view', money),
  counted: money,
  difference: money.describe('Above zero is too much'),
});

/** Over and short of several counts separately, so that neither hides the other. */
export const overAndShort = shape('OverAndShort', {
  method: z.enum(tenders),
  over: money,
  short: money.describe('Zero or below'),
});
export type OverAndShort = z.output<typeof overAndShort>;

const countMade = z.object({ id, at: instant, by: named, differences: z.array(difference) });

const rowFields = {
  id,
  number: z.string(),
  till: named,
  store: named,
  status: z.enum(shiftStatuses),
  opened_at: instant,
  opened_by: named,
  float_amount: money,
  counted_at: instant.nullable(),
  counted_by: named.nullable(),
  counted_amount: money.nullable(),
  /** The cash difference; null until it was counted. */
  difference: money.nullable(),
  differences: z.array(difference).nullable().describe('By method; null until it was counted'),
  closed_at: instant.nullable(),
  closed_by: named.nullable(),
  reason: z.string().nullable(),
};
export const shiftRow = shape('ShiftRow', rowFields);
export type ShiftRow = z.output<typeof shiftRow>;

const ofShift = slipBusiness.describe(
  'The shop and store as the papers of a closed shift name them; null until it is closed',
);

export const shift = shape('Shift', {
  ...rowFields,
  float: cashCount.nullable().describe('Null where the float was entered as a sum'),
  sales: z.int(),
  voids: z.int(),
  refunds: z.int(),
  movements: z.array(movement),
  corrections: z.array(movement).describe('What was corrected after it was closed, by entries of later days'),
  count: cashCount.nullable(),
  counts_made: z.int().describe('How often it was counted'),
  methods_counted: z
    .array(z.enum(tenders).exclude(['cash']))
    .describe('What a count named beside the cash: every further count has to name it, too'),
  counts: fieldPermission('shifts.view', z.array(countMade)).describe(
    'Every count that was made, the first first',
  ),
  business: ofShift,
  wants_reason: z
    .boolean()
    .describe('It was counted, and differs by more than the store lets pass, or was counted before'),
  expected_cash: fieldPermission('shifts.view', money.nullable()).describe(
    'What should be in the drawer: after the count, and before it for whoever does not count it',
  ),
});
export type Shift = z.output<typeof shift>;

/** Why a day's money differs from its sales; zeros from older servers and in older readings. */
export const reconcilingFields = {
  deposits: money.default(0).describe('Taken for carts that are not sold yet'),
  deposits_used: money.default(0).describe('Deposits of before that these sales were paid with'),
  verified_in_office: money
    .default(0)
    .describe('Payments of earlier sales by wallet, card or bank, verified outside of a shift'),
} satisfies Record<keyof ReconcilingItems, z.ZodType>;

const tally = z.object({ count: z.int(), total: money });
/** Sales and payments of a till; the drawer's cash is left out for users who still have to count it. */
export const readingFigures = shape('ReadingFigures', {
  sales: tally,
  discounts: money,
  tax: money,
  voids: tally,
  refunds: tally,
  written_off: money,
  rounding_back: money
    .default(0)
    .describe('The part of `written_off` that nobody owed: the cash rounding of sales that came back'),
  cash_rounding: money
    .default(0)
    .describe('What cash was rounded by in the customers’ favour: this much of net sales is never received'),
  net: money,
  first_invoice: z.string().nullable(),
  last_invoice: z.string().nullable(),
  methods: z.array(
    z.object({
      method: z.enum(paymentMethods),
      count: z.int(),
      taken: money.nullable(),
      net: money
        .nullable()
        .describe('Less change and what was handed back; by wallets also less what was paid for trade-ins'),
    }),
  ),
  cash: z
    .object({
      float: money,
      taken: money,
      change: money,
      refunded: money,
      voided: money,
      pay_in: money,
      pay_out: money,
      drop: money,
      trade_ins: money.default(0).describe('Paid out for traded-in units, with its rounding'),
      correction: money,
    })
    .nullable(),
  trade_ins: tally
    .default({ count: 0, total: 0 })
    .describe('Money paid out for traded-in units, by any method; absent from older readings'),
  trade_in_rounding: tradeInRounding,
  no_sales: z.int(),
});
export type ReadingFigures = z.output<typeof readingFigures>;

export const xReading = shape('XReading', {
  shift: shiftRow,
  taken_at: instant,
  figures: readingFigures,
  business: ofShift,
});
export type XReading = z.output<typeof xReading>;

const tillMadeBy = shape('TillMadeBy', { id: z.int(), name: z.string(), code: z.string(), store: named });
export type TillMadeBy = z.output<typeof tillMadeBy>;

const byTill = z.object({ tillId: idText });
const byShift = z.object({ shiftId: idText });

/** The opening float: an amount, or its pieces. */
export const floatForm = z.object({
  amount: moneyFromZeroOf('Float').optional(),
  denominations: cashCount.optional(),
});
export const countForm = z.object({
  denominations: cashCount,
  methods: z
    .array(z.object({ method: z.enum(tenders).exclude(['cash']), amount: moneyFromZero }))
    .max(tenders.length)
    .optional(),
});
export const correctionForm = z.object({
  amount: money.refine((amount) => amount !== 0, 'Enter what it adds or takes away'),
  reason: reason('Reason required'),
});

/** Reads that show tills and shifts; closing a shift makes a reading due. */
const SHIFTS = ['tills', 'shifts', 'zReadings'] as const;

export const tills = defineRoutes('tills', {
  [moduleText]: { title: 'Tills', about: 'The tills of a store: which device is which' },
  list: defineRoute({
    method: 'GET',
    path: '/tills',
    summary: 'List the tills of the store',
    permission: ['transactions.create', 'shifts.view'],
    scope: 'store',
    response: z.object({ data: z.array(till) }),
  }),
  create: defineRoute({
    method: 'POST',
    path: '/tills',
    summary: 'Make this device a new till of the store',
    permission: 'shifts.close',
    scope: 'store',
    invalidates: SHIFTS,
    body: z.strictObject({ name: tillName }),
    response: till,
    status: 201,
    errors: ['illegal_state', 'sales_waiting', 'too_many_attempts'],
  }),
  adopt: defineRoute({
    method: 'POST',
    path: '/tills/:tillId/adopt',
    summary: 'Make this device a till in the place of another device',
    permission: 'shifts.view',
    scope: 'store',
    invalidates: SHIFTS,
    params: byTill,
    response: till,
    errors: ['till_not_found', 'illegal_state', 'sales_waiting'],
  }),
  rename: defineRoute({
    method: 'PUT',
    path: '/tills/:tillId',
    summary: 'Rename a till',
    permission: 'stores.settings',
    scope: 'store',
    invalidates: SHIFTS,
    params: byTill,
    body: z.strictObject({ name: tillName }),
    response: till,
    errors: ['till_not_found'],
  }),
  retire: defineRoute({
    method: 'DELETE',
    path: '/tills/:tillId',
    summary: 'Retire a till for good; its numbers are kept',
    permission: 'stores.settings',
    scope: 'store',
    invalidates: SHIFTS,
    params: byTill,
    response: message,
    errors: ['till_not_found', 'illegal_state', 'sales_waiting'],
  }),
  giveCredential: defineRoute({
    method: 'POST',
    path: '/tills/credential',
    summary: 'Give this till a credential of its own',
    auditTarget: 'tillId',
    permission: 'shifts.close',
    scope: 'store',
    invalidates: ['tills', 'offlineSales'],
    secret: true,
    body: z.strictObject({
      secret: tillSecret.describe(
        '32 random bytes in base64url, made by the till: it sends them as `Authorization: Till …`',
      ),
      series: z
        .array(
          z.strictObject({
            till_code: z.string().regex(/^T\d{1,9}$/),
            letter: z.string().regex(/^[A-Z]{1,10}$/),
            last_no: seenCount
              .nullable()
              .describe('The last number of it in the computer’s file; null where that has it no more'),
          }),
        )
        .max(TOLD_SERIES_MAX)
        .nullish()
        .describe('The newest series of each till of the store that the computer ever was'),
    }),
    response: till,
    errors: ['till_unknown', 'too_many_attempts'],
  }),
  endCredential: defineRoute({
    method: 'DELETE',
    path: '/tills/:tillId/credential',
    summary: 'End the credential of a till',
    permission: 'stores.settings',
    scope: 'store',
    whileInactive: true,
    invalidates: ['tills', 'offlineSales'],
    params: byTill,
    response: till,
    errors: ['till_not_found', 'illegal_state'],
  }),
  madeBy: defineRoute({
    method: 'GET',
    path: '/staff/:staffId/tills',
    summary: 'List the tills that a person gave a credential',
    permission: 'stores.settings',
    scope: 'chain',
    params: z.object({ staffId: idText }),
    response: z.object({ data: z.array(tillMadeBy) }),
  }),
  endMadeBy: defineRoute({
    method: 'DELETE',
    path: '/staff/:staffId/tills',
    summary: 'End the credentials that a person gave to tills',
    permission: 'stores.settings',
    scope: 'chain',
    invalidates: ['tills', 'offlineSales'],
    params: z.object({ staffId: idText }),
    response: message,
  }),
  declareLost: defineRoute({
    method: 'POST',
    path: '/tills/:tillId/lost',
    summary: 'Declare the computer of a till lost',
    permission: 'transactions.review',
    scope: 'store',
    whileInactive: true,
    invalidates: ['tills', 'shifts', 'offlineSales'],
    params: byTill,
    body: z.strictObject({ reason: reason('Say how it was lost') }),
    response: till,
    errors: ['till_not_found', 'illegal_state'],
  }),
});

export const shifts = defineRoutes('shifts', {
  [moduleText]: { title: 'Shifts', about: 'Who has a drawer from when to when, and what was in it' },
  list: defineRoute({
    method: 'GET',
    path: '/shifts',
    summary: 'Find the shifts of the store',
    permission: 'shifts.view',
    scope: 'store',
    query: z.strictObject({
      ...pageQuery,
      till_id: idText.optional(),
      status: z.enum(shiftStatuses).optional(),
      from: calendarDate.optional().describe('By the day on which it was opened'),
      to: calendarDate.optional(),
      differing: z.enum(['true']).optional().describe('Only those whose count differed, by whatever method'),
    }),
    response: pageOf(shiftRow),
  }),
  current: defineRoute({
    method: 'GET',
    path: '/shifts/current',
    summary: 'Get which till this device is, and its open shift',
    permission: 'transactions.create',
    scope: 'store',
    response: z.object({
      keeps_shifts: z.boolean(),
      till: till.nullable(),
      shift: shift.nullable(),
      closed_shift: z
        .object({ id, number: z.string(), closed_at: instant })
        .nullable()
        .describe('While none is open there, the one that was closed last'),
    }),
  }),
  hasCash: defineRoute({
    method: 'GET',
    path: '/shifts/current/has-cash',
    summary: 'Ask if this till’s drawer should hold an amount of cash',
    permission: 'transactions.create',
    scope: 'store',
    query: z.object({ amount: pesosText.describe('What is to be handed out, in pesos') }),
    response: z.object({
      has_cash: z
        .boolean()
        .nullable()
        .describe('Null where no shift is open at it, or its drawer is counted'),
    }),
  }),
  get: defineRoute({
    method: 'GET',
    path: '/shifts/:shiftId',
    summary: 'Get a shift',
    permission: ['shifts.view', 'shifts.close'],
    scope: 'store',
    params: byShift,
    response: shift,
    errors: ['shift_not_found'],
  }),
  open: defineRoute({
    method: 'POST',
    path: '/shifts',
    summary: 'Open a shift at this till',
    permission: 'shifts.close',
    scope: 'store',
    invalidates: SHIFTS,
    body: z.strictObject(floatForm.shape),
    response: shift,
    status: 201,
    location: '/shifts/:id',
    errors: ['till_unknown', 'shift_open', 'illegal_state'],
  }),
  count: defineRoute({
    method: 'POST',
    path: '/shifts/:shiftId/count',
    summary: 'Count the drawer of a shift',
    permission: 'shifts.close',
    scope: 'store',
    invalidates: SHIFTS,
    whileInactive: true,
    params: byShift,
    body: z.strictObject(countForm.shape),
    response: shift,
    errors: ['shift_not_found', 'shift_closed', 'sales_waiting'],
  }),
  resume: defineRoute({
    method: 'POST',
    path: '/shifts/:shiftId/resume',
    summary: 'Go on selling in a shift that was counted',
    permission: 'shifts.close',
    scope: 'store',
    invalidates: SHIFTS,
    params: byShift,
    response: shift,
    errors: ['shift_not_found', 'shift_closed'],
  }),
  close: defineRoute({
    method: 'POST',
    path: '/shifts/:shiftId/close',
    summary: 'Close a shift that was counted',
    permission: 'shifts.close',
    scope: 'store',
    invalidates: SHIFTS,
    whileInactive: true,
    params: byShift,
    body: z.strictObject({
      reason: reason('Reason required').nullable().optional(),
      counts_made: seenCount
        .optional()
        .describe('How many counts the caller has seen: one that came since is looked at first'),
    }),
    response: shift,
    errors: ['shift_not_found', 'shift_closed', 'illegal_state', 'sales_waiting'],
  }),
  xReading: defineRoute({
    method: 'GET',
    path: '/shifts/:shiftId/x-reading',
    summary: 'Get what a shift came to so far',
    permission: ['shifts.view', 'shifts.close'],
    scope: 'store',
    params: byShift,
    response: xReading,
    errors: ['shift_not_found'],
  }),
  correct: defineRoute({
    method: 'POST',
    path: '/shifts/:shiftId/corrections',
    summary: 'Correct the cash of a closed shift, by an entry of its own',
    permission: 'cash.move',
    scope: 'store',
    whileInactive: true,
    invalidates: ['shifts', 'cashMovements', 'payments.dailyReport', 'zReadings.day'],
    params: byShift,
    body: z.strictObject(correctionForm.shape),
    response: movement,
    status: 201,
    errors: ['shift_not_found', 'illegal_state'],
  }),
});

export const movementForm = z.object({
  kind: z.enum(movementKinds),
  amount: moneyFromZeroOf('Amount').refine((amount) => amount > 0, 'Please enter a valid amount'),
  reason: reason('Reason required'),
});

export const cashMovements = defineRoutes('cashMovements', {
  [moduleText]: {
    title: 'Cash in drawers',
    about: 'Cash that was put into drawers and taken out, beside what sales do',
  },
  list: defineRoute({
    method: 'GET',
    path: '/cash-movements',
    summary: 'Find the cash that was put into drawers and taken out of them',
    permission: ['shifts.view', 'cash.move'],
    scope: 'store',
    query: z.strictObject({
      ...pageQuery,
      kind: z.enum(drawerKinds).optional(),
      till_id: idText.optional(),
      from: calendarDate.optional(),
      to: calendarDate.optional(),
    }),
    response: pageOf(movement),
  }),
  create: defineRoute({
    method: 'POST',
    path: '/cash-movements',
    summary: 'Move cash into or out of the drawer of this till',
    permission: 'cash.move',
    scope: 'store',
    approvable: { field: 'kind', acts: movementKinds },
    approvedAmount: 'amount',
    invalidates: ['shifts', 'cashMovements', 'zReadings.day'],
    body: z.strictObject(movementForm.shape),
    response: movement,
    status: 201,
    errors: ['till_unknown', 'shift_required', 'shift_counted', 'beyond_drawer'],
  }),
});
