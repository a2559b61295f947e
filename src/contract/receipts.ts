import { z } from './zod.ts';
import { paymentMethods, paymentStatuses } from '#domain/payments.ts';
import type { PaperStore, ReceiptDocument } from '#domain/receipt.ts';
import { calendarDate, instant, money, percent } from './codecs.ts';
import { shape } from './shapes.ts';

/** A store at the top of its papers. */
export const paperStore = shape('PaperStore', {
  name: z.string(),
  address: z.string().nullable(),
  phone: z.string().nullable(),
  registered_name: z.string().nullable().optional(),
  tin: z.string().nullable().optional(),
  header: z.string().nullable().optional(),
}) satisfies z.ZodType<PaperStore>;

/** Whom a slip names at its head, as of its moment. */
export const slipBusiness = shape('SlipBusiness', { shop_name: z.string(), store: paperStore })
  .nullable()
  .optional();

/** The receipt document of the domain on the wire. */
export const receipt = shape('Receipt', {
  shop_name: z.string(),
  store: paperStore,
  invoice_number: z.string(),
  offline_number: z
    .string()
    .nullable()
    .optional()
    .describe('The number of the till’s own series, where it was sold without the server'),
  transaction_number: z.string(),
  completed_at: instant,
  time_zone: z.string(),
  staff_name: z.string(),
  customer: z.object({ name: z.string(), group: z.string().nullable() }).nullable(),
  /** Whom it names as the buyer; absent from older servers. */
  buyer: z
    .object({ name: z.string().nullable(), tin: z.string().nullable(), address: z.string().nullable() })
    .nullable()
    .optional(),
  lines: z.array(
    z.object({
      name: z.string(),
      serial_number: z.string().nullable(),
      imei: z.string().nullable(),
      imei2: z.string().nullable().optional(),
      condition: z.string().optional(),
      warranty: z.object({ months: z.int(), until: calendarDate }).nullable().optional(),
      price: money,
      discounts: z.array(z.object({ label: z.string(), amount: money })),
      refunded: money.optional(),
      exchanged_for: z.string().optional(),
      traded_in: calendarDate.optional(),
    }),
  ),
  subtotal: money,
  cart_discounts: z.array(z.object({ label: z.string(), amount: money })),
  discount_amount: money,
  taxable_amount: money,
  tax_amount: money,
  tax_rate: percent,
  prices_include_tax: z.boolean(),
  total_amount: money,
  payments: z.array(
    z.object({
      method: z.enum(paymentMethods),
      amount: money,
      status: z.enum(paymentStatuses),
      reference_number: z.string().nullable(),
    }),
  ),
  change_due: money,
  cash_rounding: money.optional(),
  points_earned: z.int().nullable(),
  footer: z.string().nullable(),
  qr: z.string(),
  copy_no: z.int(),
  /** When a copy was printed; absent on originals and from older servers. */
  reprinted: z.object({ at: instant, time_zone: z.string() }).optional(),
  /** Absent while nothing was voided or refunded. */
  taken_back: z
    .object({
      status: z.enum(['completed', 'void', 'refunded']),
      at: instant,
      time_zone: z.string().optional(),
      payouts: z.array(z.object({ method: z.enum(paymentMethods), amount: money })),
      cash_rounding: money.optional(),
    })
    .optional(),
  /** Absent for a sale without an exchange. */
  exchange_of: z
    .object({
      invoice_number: z.string(),
      items: z.array(
        z.object({
          product_name: z.string(),
          serial_number: z.string().nullable(),
          imei: z.string().nullable(),
          imei2: z.string().nullable(),
          amount: money,
        }),
      ),
      amount: money,
      payouts: z.array(z.object({ method: z.enum(paymentMethods), amount: money })),
      cash_rounding: money,
    })
    .optional(),
}) satisfies z.ZodType<ReceiptDocument>;
