import { z } from './zod.ts';
import { instant, money } from './codecs.ts';
import { unitDeposit } from './shapes.ts';

/** Every refusal of the API: its HTTP status and its default message. */
export const errorTable = {
  invalid_json: { status: 400, message: 'The request is not valid JSON' },
  unauthenticated: { status: 401, message: 'Please login to continue' },
  wrong_credentials: { status: 401, message: 'Invalid email or password' },
  password_expired: {
    status: 401,
    message: 'This temporary password has expired. Ask a manager to reset it again',
  },
  forbidden: { status: 403, message: 'You do not have permission to perform this action' },
  approval_required: { status: 403, message: 'A manager must approve this' },
  approval_invalid: { status: 403, message: 'This approval was used or has expired. Ask a manager again' },
  foreign_store: { status: 403, message: 'You do not work at this store' },
  wrong_origin: { status: 403, message: 'This request does not come from this site' },
  password_change_required: { status: 403, message: 'Change your temporary password first' },
  not_found: { status: 404, message: 'Not found' },
  method_not_allowed: { status: 405, message: 'This address does not take this method' },
  product_not_found: { status: 404, message: 'This product is not sold any more' },
  store_not_found: { status: 404, message: 'Store not found' },
  item_not_found: { status: 404, message: 'The inventory item you are looking for does not exist' },
  code_not_found: { status: 404, message: 'Item not found' },
  transaction_not_found: { status: 404, message: 'The transaction you are looking for does not exist' },
  trade_in_not_found: { status: 404, message: 'The trade-in you are looking for does not exist' },
  transfer_not_found: { status: 404, message: 'The transfer you are looking for does not exist' },
  receipt_not_found: { status: 404, message: 'The goods receipt you are looking for does not exist' },
  order_not_found: { status: 404, message: 'Purchase order not found' },
  return_not_found: { status: 404, message: 'The return you are looking for does not exist' },
  payment_not_found: { status: 404, message: 'The payment you are looking for does not exist' },
  customer_not_found: { status: 404, message: 'The customer you are looking for does not exist' },
  staff_not_found: { status: 404, message: 'Staff member not found' },
  media_not_found: { status: 404, message: 'This picture does not exist' },
  supplier_not_found: { status: 404, message: 'Supplier not found' },
  count_not_found: { status: 404, message: 'The stock count you are looking for does not exist' },
  qr_code_not_found: { status: 404, message: 'QR code not found' },
  qr_batch_not_found: { status: 404, message: 'This batch does not exist' },
  import_not_found: { status: 404, message: 'The import you are looking for does not exist' },
  till_not_found: { status: 404, message: 'This till does not exist' },
  shift_not_found: { status: 404, message: 'The shift you are looking for does not exist' },
  z_reading_not_found: { status: 404, message: 'The reading you are looking for does not exist' },
  invalid_qr_code: { status: 409, message: 'Invalid QR code' },
  item_unavailable: { status: 409, message: 'This item is not available' },
  price_missing: { status: 409, message: 'This item has no price' },
  units_unavailable: { status: 409, message: 'Some of these units are not there' },
  out_of_stock: { status: 409, message: 'No unit of this product is available' },
  count_open: { status: 409, message: 'A count of this is open already' },
  has_bad_rows: {
    status: 409,
    message: 'Some rows have problems. Import the good rows only, or correct the file',
  },
  import_running: { status: 409, message: 'The same file is being imported right now' },
  draft_exists: { status: 409, message: 'Draft already exists' },
  draft_changed: { status: 409, message: 'This draft was changed at another till' },
  draft_open: { status: 409, message: 'This draft is open at another till' },
  illegal_state: { status: 409, message: 'This is not possible any more' },
  payments_changed: {
    status: 409,
    message: 'The payments of this sale changed meanwhile. Look at what remains, then press again',
  },
  settings_changed: { status: 409, message: 'Somebody else changed these settings meanwhile' },
  store_changed: { status: 409, message: 'Somebody else changed this store meanwhile' },
  customer_changed: { status: 409, message: 'Somebody else changed this customer meanwhile' },
  product_changed: { status: 409, message: 'Somebody else changed this product meanwhile' },
  variation_changed: { status: 409, message: 'Somebody else changed this variation meanwhile' },
  supplier_changed: { status: 409, message: 'Somebody else changed this supplier meanwhile' },
  staff_changed: { status: 409, message: 'Somebody else changed this staff member meanwhile' },
  has_payments: { status: 409, message: 'Delete its completed payments first' },
  already_refunded: { status: 409, message: 'This was refunded already' },
  refund_exceeds_paid: { status: 409, message: 'More cannot be refunded than was paid' },
  beyond_balance: { status: 409, message: 'This is more than the sale still owes' },
  media_in_use: { status: 409, message: 'This picture is in use' },
  in_use: { status: 409, message: 'It is in use' },
  client_too_old: { status: 409, message: 'This till must be updated' },
  store_inactive: {
    status: 409,
    message:
      'This store is inactive. Only clearing its stock, refunds, voids, payment reviews, cancelling drafts, ending orders and counting shifts are possible',
  },
  last_store: { status: 409, message: 'The last active store cannot be deactivated' },
  pos_disabled: { status: 409, message: 'Point of sale is off for this store' },
  till_unknown: { status: 409, message: 'This device is no till of the store yet. Name it first' },
  sales_waiting: {
    status: 409,
    message: 'This till has sales or shifts that are not sent yet. Connect it first',
  },
  shift_required: { status: 409, message: 'Open a shift at this till first' },
  shift_counted: {
    status: 409,
    message: 'The drawer of this till is being counted. Go back to the till first, or close the shift',
  },
  shift_open: { status: 409, message: 'This till has an open shift' },
  shift_closed: { status: 409, message: 'This shift was closed already' },
  beyond_drawer: { status: 409, message: 'There is not so much in the drawer' },
  setup_done: { status: 409, message: 'This shop is set up already. Sign in' },
  body_too_large: { status: 413, message: 'The request is too large' },
  unsupported_media_type: { status: 415, message: 'Unsupported media type' },
  wrong_setup_code: { status: 422, message: 'This is not the code' },
  wrong_pin: { status: 422, message: 'This PIN is wrong' },
  wrong_password: { status: 422, message: 'Current password is incorrect' },
  reset_link_invalid: {
    status: 422,
    message:
      'This link was used already, is older than an hour, or is not the newest one. Ask for a new one if you set no password with it',
  },
  validation_failed: { status: 422, message: 'The given data was invalid' },
  number_taken: { status: 422, message: 'Another item has this number already' },
  price_floor: { status: 422, message: 'This price is below the lowest one allowed' },
  total_changed: { status: 422, message: 'The total has changed' },
  insufficient_payment: { status: 422, message: 'Insufficient payment' },
  key_reused: { status: 422, message: 'This Idempotency-Key was used for another request' },
  too_many_attempts: { status: 429, message: 'Too many attempts. Try again later' },
  server_error: { status: 500, message: 'Something went wrong. Please try again later.' },
  busy: { status: 503, message: 'Nothing was done. Try again in a moment' },
  unavailable: { status: 503, message: 'The server is not available right now. Try again in a moment' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errorTable;
export type FieldErrors = Record<string, string[]>;

/** Further keys of a refusal's answer: see `detailsByCode`. */
export const errorDetails = z.object({
  locked_by: z.string().nullable().optional().describe('Who holds the unit'),
  locked_until: instant.nullable().optional().describe('Until when it is held'),
  inventory_item_ids: z.array(z.int()).optional().describe('The units that it is about'),
  item_name: z.string().optional().describe('Product and variation of the first of them'),
  units: z
    .array(z.object({ inventory_item_id: z.int(), problem: z.string() }))
    .optional()
    .describe('What is wrong with each of them'),
  total_amount: money.optional().describe('What the sale comes to now'),
  low_price: z
    .object({ name: z.string(), price: money, lowest_price: money, is_group_price: z.boolean() })
    .optional()
    .describe(
      'The first of these units: what it would cost, its lowest price, and if the group sets its price',
    ),
  held_by: z
    .object({ name: z.string(), device: z.string().nullable() })
    .optional()
    .describe('Who has the draft now, and at which till or browser'),
  draft: z
    .object({ id: z.int(), transaction_number: z.string() })
    .optional()
    .describe(
      'The draft that the customer has already, that the unit is reserved for, or that is open elsewhere',
    ),
  own_draft: z
    .object({ id: z.int(), transaction_number: z.string() })
    .optional()
    .describe('The caller’s own other draft that has the unit, in another window or at another till'),
  deposit: unitDeposit
    .optional()
    .describe('What was paid for the unit on a draft whose hold on it has ended'),
  taken_by: z
    .record(z.string(), z.int())
    .optional()
    .describe('By field, the unit that has the code already; left out where it stands in no store of yours'),
  store: z
    .object({ id: z.int(), name: z.string() })
    .optional()
    .describe('Another one of your stores, where it is to be found'),
  stands_at: z.string().optional().describe('The other store where the unit stands'),
  retry_after: z.int().optional().describe('Seconds until another attempt is served'),
});
export type ErrorDetails = z.output<typeof errorDetails>;

/** The details that each code may carry; the others have none. */
export const detailsByCode: Partial<Record<ErrorCode, readonly (keyof ErrorDetails)[]>> = {
  code_not_found: ['stands_at'],
  count_not_found: ['store'],
  shift_not_found: ['store'],
  z_reading_not_found: ['store'],
  item_unavailable: [
    'locked_by',
    'locked_until',
    'inventory_item_ids',
    'item_name',
    'draft',
    'own_draft',
    'deposit',
  ],
  price_missing: ['inventory_item_ids'],
  units_unavailable: ['inventory_item_ids', 'units'],
  illegal_state: ['inventory_item_ids'],
  number_taken: ['taken_by'],
  price_floor: ['inventory_item_ids', 'low_price'],
  total_changed: ['total_amount'],
  draft_exists: ['draft'],
  draft_changed: ['held_by'],
  draft_open: ['held_by', 'draft'],
  too_many_attempts: ['retry_after'],
  busy: ['retry_after'],
  unavailable: ['retry_after'],
};

type Told = {
  message?: string | undefined;
  fields?: FieldErrors | undefined;
  details?: ErrorDetails;
  isWordless?: boolean;
};

/** A refusal as an error: thrown by usecases, sent by `http/`, thrown again by the typed client. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly fields: FieldErrors;
  readonly details: ErrorDetails;
  /** True for an answer without a message: `message` is the code's own. */
  readonly isWordless: boolean;

  constructor(code: ErrorCode, { message, fields = {}, details = {}, isWordless = false }: Told = {}) {
    super(message ?? errorTable[code].message);
    this.code = code;
    this.status = errorTable[code].status;
    this.fields = fields;
    this.details = details;
    this.isWordless = isWordless;
  }
}

/** Returns a 422 for one field; its message is also the answer's. */
export function fieldError(field: string, message: string): ApiError {
  return new ApiError('validation_failed', { message, fields: { [field]: [message] } });
}

/** Returns a refusal with its fields moved below a path, such as `payments.1`; anything else as it is. */
export function atPath(error: unknown, path: string): unknown {
  if (!(error instanceof ApiError) || Object.keys(error.fields).length === 0) return error;
  const { code, message, details } = error;
  const fields = Object.fromEntries(
    Object.entries(error.fields).map(([field, messages]) => [`${path}.${field}`, messages]),
  );
  return new ApiError(code, { message, fields, details });
}
