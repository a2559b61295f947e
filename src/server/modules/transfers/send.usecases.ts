import { ApiError, fieldError } from '#contract/errors.ts';
import type { RouteInput } from '#contract/define-route.ts';
import type { Transfer, TransferableUnit, transfers } from '#contract/transfers.ts';
import { unitCodes } from '#domain/barcodes.ts';
import { transferNumber, unitLabel, whyNotSendable } from '#domain/transfers.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { insertedColumns } from '../../db/columns.ts';
import { takeNumber } from '../../db/number-series.ts';
import { depositsOf, findFreeUnits, findIdOfCodes, sendUnits } from '../units/units.public.ts';
import { findStore, getStore } from '../stores/stores.public.ts';
import { notedTransfer, type Noting } from './transfer-totals.usecases.ts';
import { showTransfer, type Caller } from './transfers.locks.ts';
import { presentPlace, presentUnit } from './transfers.present.ts';
import * as rows from './transfers.repository.ts';

type TransferForm = RouteInput<typeof transfers.create>['body'];

/** The most units of a barcode that are offered at once. */
const FREE_UNITS_SHOWN = 200;
/** The most units that a refusal names. */
const NAMED = 3;

/**
 * Finds what could be sent for a code: the unit with it, wherever it is, or the store's next free units with that
 * barcode. 404 `code_not_found`.
 */
export async function findTransferable(
  reader: Reader,
  scanned: string,
  { storeId, now }: Pick<Caller, 'storeId' | 'now'>,
): Promise<TransferableUnit[]> {
  const codes = unitCodes(scanned);
  const unit = await findIdOfCodes(reader, codes);
  const variation = unit === null ? await rows.findVariationOfBarcode(reader, codes) : null;
  const free = variation === null ? [] : await findFreeUnits(reader, variation, storeId, FREE_UNITS_SHOWN);
  const units = await rows.findPlacedUnits(reader, unit === null ? free : [unit]);
  if (units.length === 0) {
    throw new ApiError(
      'code_not_found',
      variation === null ? {} : { message: 'None of this product is free to be sent' },
    );
  }
  const deposits = await depositsOf(
    reader,
    units.map(({ inventory_item_id }) => inventory_item_id),
  );
  return units.map((one) => presentUnit(one, now, deposits.get(one.inventory_item_id) ?? null));
}

/** Returns the receiving store: another one, and active. 422 on the field otherwise. */
async function destinationOf(reader: Reader, toStoreId: number | null, storeId: number) {
  const store = toStoreId === null ? null : await findStore(reader, toStoreId);
  if (!store) throw fieldError('to_store_id', 'Choose the store that it goes to');
  if (store.id === storeId) throw fieldError('to_store_id', 'Choose another store than the one that sends');
  if (!store.is_active) throw fieldError('to_store_id', `${store.name} is inactive and receives nothing`);
  return store;
}

/** Returns the refusal with the reason for each missing unit; the message names the first ones. */
async function unsendable(
  reader: Reader,
  unitIds: readonly number[],
  { storeId, now }: Caller,
): Promise<ApiError> {
  const found = await rows.findPlacedUnits(reader, unitIds);
  const deposits = await depositsOf(reader, unitIds);
  const problems = unitIds.map((inventory_item_id) => {
    const unit = found.find((one) => one.inventory_item_id === inventory_item_id);
    if (!unit) return { inventory_item_id, problem: 'It does not exist', label: `Unit ${inventory_item_id}` };
    const problem =
      whyNotSendable(presentPlace(unit, now, deposits.get(inventory_item_id)), storeId) ??
      'It was taken meanwhile';
    return { inventory_item_id, problem, label: unitLabel(unit) };
  });
  const named = problems.slice(0, NAMED).map(({ label, problem }) => `${label}: ${problem}`);
  const others = problems.length - named.length;
  const sentences = others > 0 ? [...named, `${others} more are not there either`] : named;
  return new ApiError('units_unavailable', {
    message: sentences.join('. '),
    details: {
      inventory_item_ids: [...unitIds],
      units: problems.map(({ inventory_item_id, problem }) => ({ inventory_item_id, problem })),
    },
  });
}

/**
 * Sends units of a store that nobody holds or paid for to another store, all or none: from now on neither sells them.
 * 409 `units_unavailable` names those that are missing and who has them, 422 for a store that receives nothing.
 */
export async function sendTransfer(
  writer: Writer,
  { item_ids, ...form }: TransferForm,
  { noteChange, noteTarget, ...caller }: Caller & Noting,
): Promise<Transfer> {
  const { session, storeId, now } = caller;
  const destination = await destinationOf(writer, form.to_store_id, storeId);
  const unitIds = [...item_ids].sort((a, b) => a - b);
  const lost = await sendUnits(writer, { unitIds, storeId, now });
  if (lost.length) throw await unsendable(writer, lost, caller);
  const { code } = await getStore(writer, storeId);
  const id = writer.nextId();
  const number = transferNumber(code, await takeNumber(writer, storeId, 'transfer'));
  await rows.insertTransfer(
    writer,
    insertedColumns('transfers', {
      ...form,
      id,
      number,
      from_store_id: storeId,
      to_store_id: destination.id,
      status: 'in_transit',
      claim_no: 0,
      sent_at: now,
      sent_by_id: session.staff.id,
      units_count: item_ids.length,
      received_count: 0,
      defective_count: 0,
      lost_count: 0,
      returned_count: 0,
      extra_count: 0,
      has_differences: false,
    }),
    item_ids.map((inventory_item_id) => ({ inventory_item_id })),
  );
  noteTarget({ name: number, storeId });
  noteChange(notedTransfer, null, {
    status: 'in transit',
    to_store: destination.name,
    units: item_ids.length,
  });
  return showTransfer(writer, id, caller);
}
