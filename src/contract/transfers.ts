import { z } from './zod.ts';
import { unitCategories, unitStatuses } from '#domain/transactions.ts';
import { shortOutcomes, TRANSFER_MAX, transferItemStates, transferStatuses } from '#domain/transfers.ts';
import { id, idText, instant, optionalLines, reason, scanCode } from './codecs.ts';
import { moduleText, defineRoute, defineRoutes } from './define-route.ts';
import { pageOf, pageQuery } from './pages.ts';
import { named, shape, unitDeposit } from './shapes.ts';

/** A unit as shown while packing or unpacking. */
const unitFields = {
  product_id: id,
  product_name: z.string(),
  variation_name: z.string(),
  serial_number: z.string().nullable(),
  imei: z.string().nullable(),
  imei2: z.string().nullable(),
  qr_code: z.string().nullable(),
  category: z.enum(unitCategories),
  condition_rating: z.int().nullable(),
};

/** The current place of a unit, and the transfer it is in transit with. */
const unitPlace = shape('UnitPlace', {
  status: z.enum(unitStatuses),
  store: named,
  locked_by: z.string().nullable(),
  transit: z.object({ id, number: z.string(), to_store: named }).nullable(),
  deposit: unitDeposit
    .nullable()
    .default(null)
    .describe('The payments on a draft that has the unit, which keep it in the store'),
});

export const transferableUnit = shape('TransferableUnit', {
  inventory_item_id: id,
  ...unitFields,
  place: unitPlace,
});
export type TransferableUnit = z.output<typeof transferableUnit>;

export const transferItem = shape('TransferItem', {
  inventory_item_id: id,
  ...unitFields,
  state: z.enum(transferItemStates),
  scanned_at: instant.nullable().describe('When it was seen by whoever unpacks'),
  scanned_by: named.nullable(),
  is_damaged: z.boolean().describe('It was seen damaged'),
  settled_at: instant.nullable(),
  settled_by: named.nullable(),
  reason: z.string().nullable().describe('What is damaged, why it is settled so, or what was done with it'),
  place: unitPlace.nullable().describe('Where one that is not in the transfer should be; null for others'),
});
export type TransferItem = z.output<typeof transferItem>;

const rowFields = {
  id,
  number: z.string(),
  status: z.enum(transferStatuses),
  from_store: named,
  to_store: named,
  reason: z.string().nullable(),
  sent_at: instant,
  sent_by: named,
  units_count: z.int().describe('How many units were sent'),
  received_count: z.int(),
  defective_count: z.int().describe('Arrived damaged'),
  lost_count: z.int(),
  returned_count: z
    .int()
    .describe('Never left: back in the sender’s stock, or sold there without the server'),
  extra_count: z.int().describe('Came with it without being in it'),
};
export const transferRow = shape('TransferRow', rowFields);
export type TransferRow = z.output<typeof transferRow>;

export const transfer = shape('Transfer', {
  ...rowFields,
  ended_at: instant.nullable().describe('When nothing of it was on its way any more'),
  ended_by: named.nullable(),
  cancel_reason: z.string().nullable(),
  items: z.array(transferItem),
});
export type Transfer = z.output<typeof transfer>;

/** The result of a scan while unpacking. */
const scanOutcomes = ['scanned', 'again', 'settled', 'extra', 'unknown', 'all_scanned', 'barcode'] as const;

const scannedCode = shape('ScannedCode', {
  code: z.string(),
  outcome: z
    .enum(scanOutcomes)
    .describe(
      'A barcode takes the next expected unit without numbers of its own: `all_scanned` when none of them is left, `barcode` when it has none in the transfer',
    ),
  item: transferItem.nullable().describe('Null for a code that no unit has, and for `barcode`'),
});
export type ScannedCode = z.output<typeof scannedCode>;

const unitIdList = (missing: string) =>
  z
    .array(id, { error: missing })
    .min(1, missing)
    .max(TRANSFER_MAX, `At most ${TRANSFER_MAX} units at once`)
    .refine((ids) => new Set(ids).size === ids.length, 'The same unit stands there twice');

export const transferForm = z.object({
  item_ids: unitIdList('Scan the units to send'),
  to_store_id: id.nullable().refine((store) => store !== null, 'Choose the store that it goes to'),
  reason: optionalLines(500).optional(),
});

export const cancelForm = z.object({ reason: reason('Reason required') });

export const settleForm = z.object({
  items: z
    .array(z.strictObject({ inventory_item_id: id, outcome: z.enum(shortOutcomes) }))
    .min(1, 'Say what became of the units')
    .max(TRANSFER_MAX, `At most ${TRANSFER_MAX} units at once`),
  reason: reason('Reason required'),
});

/**
 * `receiving`: in transit, with some units arrived or settled. `differences`: units arrived damaged, did not arrive, or
 * came without being in it.
 */
const transferFilters = [...transferStatuses, 'receiving', 'differences'] as const;

const byTransfer = z.object({ transferId: idText });
/** Reads that show where units are. */
const UNITS = ['transfers', 'inventory', 'products', 'pos.products', 'dashboard', 'stores'] as const;

export const transfers = defineRoutes('transfers', {
  [moduleText]: { title: 'Transfers', about: 'Units on their way between stores: sent, received, settled' },
  list: defineRoute({
    method: 'GET',
    path: '/inventory/transfers',
    summary: 'Find transfers from and to the store',
    permission: 'inventory.transfer',
    scope: 'store',
    query: z.strictObject({
      ...pageQuery,
      search: z
        .string()
        .max(100)
        .optional()
        .describe('A part of its number, or of a code of one of its units'),
      direction: z.enum(['outgoing', 'incoming']).optional(),
      status: z.enum(transferFilters).optional(),
    }),
    response: pageOf(transferRow),
  }),
  lookUp: defineRoute({
    method: 'GET',
    path: '/inventory/transfers/lookup',
    summary: 'Look up what could be sent',
    permission: 'inventory.transfer',
    scope: 'store',
    query: z.strictObject({ code: scanCode('Item not found') }),
    /** Finds the unit with the code, in any store; for a barcode the store's next free units. */
    response: z.object({ data: z.array(transferableUnit) }),
    errors: ['code_not_found'],
  }),
  get: defineRoute({
    method: 'GET',
    path: '/inventory/transfers/:transferId',
    summary: 'Get a transfer',
    permission: 'inventory.transfer',
    scope: 'chain',
    params: byTransfer,
    response: transfer,
    errors: ['transfer_not_found'],
  }),
  create: defineRoute({
    method: 'POST',
    path: '/inventory/transfers',
    summary: 'Send units to another store',
    permission: 'inventory.transfer',
    scope: 'store',
    invalidates: UNITS,
    body: z.strictObject(transferForm.shape),
    response: transfer,
    status: 201,
    location: '/inventory/transfers/:id',
    errors: ['units_unavailable'],
    whileInactive: true,
  }),
  scan: defineRoute({
    method: 'POST',
    path: '/inventory/transfers/:transferId/scans',
    summary: 'Scan what arrived',
    permission: 'inventory.transfer',
    scope: 'store',
    // Invalidates nothing, because every scan calls it: the page adds the result itself without a refetch.
    invalidates: [],
    params: byTransfer,
    body: z.strictObject({
      codes: z.array(scanCode('Item not found')).min(1).max(100),
    }),
    response: z.object({ data: z.array(scannedCode) }),
    errors: ['transfer_not_found', 'illegal_state'],
    unaudited: true,
  }),
  mark: defineRoute({
    method: 'PUT',
    path: '/inventory/transfers/:transferId/items/:itemId',
    summary: 'Say how a unit arrived',
    permission: 'inventory.transfer',
    scope: 'store',
    invalidates: ['transfers'],
    params: z.object({ transferId: idText, itemId: idText }),
    body: z.strictObject({
      /** `expected` undoes a scan, also of a unit that is not in the transfer. */
      condition: z.enum(['expected', 'good', 'damaged', 'extra']),
      reason: optionalLines(500).optional(),
    }),
    response: transfer,
    errors: ['transfer_not_found', 'illegal_state'],
  }),
  receive: defineRoute({
    method: 'POST',
    path: '/inventory/transfers/:transferId/receive',
    summary: 'Receive units of a transfer',
    permission: 'inventory.transfer',
    scope: 'store',
    invalidates: UNITS,
    params: byTransfer,
    body: z.strictObject({
      item_ids: unitIdList('Nothing was scanned yet')
        .optional()
        .describe('Whether scanned or not; left out, all that were scanned'),
    }),
    response: transfer,
    errors: ['transfer_not_found', 'illegal_state'],
  }),
  settle: defineRoute({
    method: 'POST',
    path: '/inventory/transfers/:transferId/settle',
    summary: 'Settle what did not arrive',
    permission: 'inventory.transfer',
    scope: 'store',
    invalidates: UNITS,
    params: byTransfer,
    body: z.strictObject(settleForm.shape),
    response: transfer,
    errors: ['transfer_not_found', 'illegal_state'],
    whileInactive: true,
  }),
  cancel: defineRoute({
    method: 'POST',
    path: '/inventory/transfers/:transferId/cancel',
    summary: 'Cancel a transfer',
    permission: 'inventory.transfer',
    scope: 'store',
    invalidates: UNITS,
    params: byTransfer,
    body: z.strictObject(cancelForm.shape),
    response: transfer,
    errors: ['transfer_not_found', 'illegal_state'],
    whileInactive: true,
  }),
});
