import { z } from './zod.ts';
import { tenders } from '#domain/payments.ts';
import { calendarDate, id, idText, instant, money } from './codecs.ts';
import { moduleText, defineRoute, defineRoutes } from './define-route.ts';
import { pageOf, pageQuery } from './pages.ts';
import { slipBusiness } from './receipts.ts';
import { overAndShort, readingFigures, reconcilingFields, shiftRow } from './shifts.ts';
import { loginForm } from './staff.ts';
import { message, named, shape } from './shapes.ts';

const rowFields = {
  id,
  no: z.int().describe('Counts the readings of the till, without gaps'),
  till: named,
  store: named,
  business_date: calendarDate,
  taken_at: instant,
  taken_by: named,
  sales: z.object({ count: z.int(), total: money }),
  net: money,
  /** The cash difference of the shifts counted on that day. */
  difference: money,
  differences: z.array(overAndShort).describe('Of their counts, by each method that was off'),
};
export const zReadingRow = shape('ZReadingRow', rowFields);
export type ZReadingRow = z.output<typeof zReadingRow>;

export const zReading = shape('ZReading', {
  ...rowFields,
  business: slipBusiness.describe('The shop and store as its slip names them'),
  figures: readingFigures,
  ...reconcilingFields,
  grand_total_before: money.describe('What the till ever sold, before voids and refunds'),
  grand_total: money,
  shifts: z.array(
    z.object({
      id,
      number: z.string(),
      opened_at: instant,
      opened_by: named,
      closed_at: instant,
      closed_by: named,
      float_amount: money,
      counted_amount: money,
      difference: money,
      differences: z.array(z.object({ method: z.enum(tenders), counted: money, difference: money })),
      reason: z.string().nullable(),
      /** True if its drawer was counted on that day; a shift over midnight is counted later. */
      is_counted_here: z.boolean(),
    }),
  ),
  late_sales: z
    .array(
      z.object({
        id,
        number: z.string(),
        offline_number: z.string().nullable(),
        total: money,
        till: named,
        is_in_figures: z
          .boolean()
          .describe('False for one of another till that has not opened again: it is only named here'),
      }),
    )
    .default([])
    .describe('Sales without the server that came after their shift was counted; older readings name none'),
});
export type ZReading = z.output<typeof zReading>;

const dueDay = z.object({
  business_date: calendarDate,
  shifts: z.array(z.object({ id, number: z.string() })),
});

const shiftOfDay = shape('ShiftOfDay', {
  ...shiftRow.shape,
  counted_on: calendarDate
    .nullable()
    .describe('The day that its differences belong to: the last on which anything was entered into it'),
});
export type ShiftOfDay = z.output<typeof shiftOfDay>;

const dayOfTill = shape('DayOfTill', {
  till: named,
  figures: readingFigures,
  /** Shifts open on that day. */
  shifts: z.array(shiftOfDay),
  readings: z.array(z.object({ id, no: z.int() })),
  /** True if entries of that day are in no reading yet. */
  is_due: z.boolean(),
});
export type DayOfTill = z.output<typeof dayOfTill>;

export const storeDay = shape('StoreDay', {
  date: calendarDate,
  store: named,
  keeps_shifts: z.boolean(),
  tills: z.array(dayOfTill),
  /** Entries outside any shift: reviews in the office, corrections, and sales from before shifts were used. */
  outside: readingFigures,
  total: readingFigures,
  /** The day's report, calculated separately from the sales. */
  report: z.object({ net_sales: money, net_cash: money }),
  agrees: z.boolean(),
  differences: z.object({
    counts: z.int().describe('How many shifts were counted on that day'),
    differing: z.int(),
    methods: z.array(overAndShort),
  }),
});
export type StoreDay = z.output<typeof storeDay>;

const byReading = z.object({ readingId: idText });

export const zReadings = defineRoutes('zReadings', {
  [moduleText]: {
    title: 'Z readings',
    about: 'A till’s days, closed with readings that never reset, and a store’s day till by till',
  },
  list: defineRoute({
    method: 'GET',
    path: '/z-readings',
    summary: 'Find the Z readings of the store',
    permission: 'shifts.view',
    scope: 'store',
    query: z.strictObject({
      ...pageQuery,
      till_id: idText.optional(),
      from: calendarDate.optional(),
      to: calendarDate.optional(),
    }),
    response: pageOf(zReadingRow),
  }),
  due: defineRoute({
    method: 'GET',
    path: '/z-readings/due',
    summary: 'List the days of a till that are in no Z reading yet',
    permission: ['shifts.view', 'shifts.close'],
    scope: 'store',
    query: z.strictObject({ till_id: idText.optional().describe('This till where it is left out') }),
    response: z.object({ data: z.array(dueDay) }),
    errors: ['till_unknown', 'till_not_found'],
  }),
  get: defineRoute({
    method: 'GET',
    path: '/z-readings/:readingId',
    summary: 'Get a Z reading',
    permission: ['shifts.view', 'shifts.close'],
    scope: 'store',
    params: byReading,
    response: zReading,
    errors: ['z_reading_not_found'],
  }),
  create: defineRoute({
    method: 'POST',
    path: '/z-readings',
    summary: 'Take the Z reading of a till’s day',
    permission: ['shifts.view', 'shifts.close'],
    scope: 'store',
    invalidates: ['zReadings'],
    whileInactive: true,
    body: z.strictObject({
      till_id: id.optional().describe('This till where it is left out'),
      business_date: calendarDate
        .optional()
        .describe('Up to which day; that of the last closed shift’s opening where it is left out'),
    }),
    response: z.object({ data: z.array(zReading) }).meta({ id: 'ZReadingsTaken' }),
    status: 201,
    errors: ['till_unknown', 'till_not_found', 'illegal_state'],
  }),
  email: defineRoute({
    method: 'POST',
    path: '/z-readings/:readingId/email',
    summary: 'Send a Z reading by email',
    permission: 'shifts.view',
    scope: 'store',
    invalidates: [],
    whileInactive: true,
    params: byReading,
    body: z.strictObject({ email: loginForm.shape.email }),
    response: message,
    errors: ['z_reading_not_found', 'too_many_attempts'],
  }),
  day: defineRoute({
    method: 'GET',
    path: '/store-day',
    summary: 'Get a day of the store, till by till',
    permission: 'shifts.view',
    scope: 'store',
    query: z.strictObject({ date: calendarDate.optional().describe('Today where it is left out') }),
    response: storeDay,
  }),
});
