import { ApiError, fieldError } from '#contract/errors.ts';
import type { RouteInput, RouteOutput } from '#contract/define-route.ts';
import {
  supplierReturnForm,
  type ReturnableUnit,
  type SupplierReturn,
  type supplierReturns,
} from '#contract/supplier-returns.ts';
import { unitCodes } from '#domain/barcodes.ts';
import { supplierReturnNumber } from '#domain/supplier-returns.ts';
import { unitLabel } from '#domain/transfers.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { insertedColumns, nullsOf, updatedColumns } from '../../db/columns.ts';
import { takeNumber } from '../../db/number-series.ts';
import { pagePlace, readPage } from '../../db/paging.ts';
import type { NoteChange, NoteTarget, Session } from '../../http/call.ts';
import { bringBackUnits, depositsOf, findIdOfCodes, sendBackUnits } from '../units/units.public.ts';
import { getStore, isOwn } from '../stores/stores.public.ts';
import { suppliersOf } from '../suppliers/suppliers.public.ts';
import { returnIds } from './supplier-returns.repository.ts';
import { notedReturn, presentReturn, presentReturnable, presentRow } from './supplier-returns.present.ts';
import * as rows from './supplier-returns.repository.ts';

type Caller = { session: Session; now: number };
type AtStore = Caller & { storeId: number };
type Noting = { noteChange: NoteChange; noteTarget: NoteTarget };

const NOTHING_NOTED = nullsOf(supplierReturnForm);
const RETURNS_A_PAGE = 20;
/** The most units of a barcode that are offered at once. */
const UNITS_SHOWN = 200;
/** The most units that a refusal names. */
const NAMED = 3;

/** Returns one page of a store's supplier returns, newest first. */
export async function listReturns(
  reader: Reader,
  { page, per_page, ...query }: RouteInput<typeof supplierReturns.list>['query'],
  storeId: number,
): Promise<RouteOutput<typeof supplierReturns.list>> {
  const listed = {
    ids: await returnIds(reader, storeId, query),
    rowsOf: (ids: readonly number[]) => rows.namedReturns(reader, ids),
  };
  const place = pagePlace({ page, per_page }, RETURNS_A_PAGE);
  return readPage(reader, listed, place, presentRow);
}

/** Returns a return of one of the caller's stores; 404 `return_not_found` for any other. */
export async function showReturn(
  reader: Reader,
  returnId: number,
  { session }: Pick<Caller, 'session'>,
): Promise<SupplierReturn> {
  const row = await rows.findReturn(reader, returnId, session.staff.store_ids);
  if (!row) throw new ApiError('return_not_found');
  return presentReturn(row, await rows.findItems(reader, returnId));
}

/**
 * Finds what could be returned for a code: the unit with it, wherever it is and with the reason if it cannot go, or the
 * store's units with that barcode. 404 `code_not_found`.
 */
export async function findReturnable(
  reader: Reader,
  scanned: string,
  { storeId, now }: AtStore,
): Promise<ReturnableUnit[]> {
  const codes = unitCodes(scanned);
  const unitId = await findIdOfCodes(reader, codes);
  const ids =
    unitId === null ? await rows.findOfBarcode(reader, codes, { storeId, limit: UNITS_SHOWN }) : [unitId];
  const units = ids.length ? await rows.findUnits(reader, ids) : [];
  if (units.length === 0) throw new ApiError('code_not_found');
  const byId = new Map(units.map((unit) => [unit.inventory_item_id, unit]));
  const wanted = { storeId, supplierId: null, deposits: await depositsOf(reader, ids), now };
  return ids.flatMap((id) => {
    const unit = byId.get(id);
    return unit ? [presentReturnable(unit, wanted)] : [];
  });
}

type ReturnForm = RouteInput<typeof supplierReturns.create>['body'];

/** 409 `units_unavailable` with the reason for each unit that cannot go back; the message names the first ones. */
function refuseUnreturnable(units: readonly ReturnableUnit[], unitIds: readonly number[]): void {
  const known = new Map(units.map((unit) => [unit.inventory_item_id, unit]));
  const problems = unitIds.flatMap((inventory_item_id) => {
    const unit = known.get(inventory_item_id);
    if (!unit)
      return [{ inventory_item_id, problem: 'It does not exist', label: `Unit ${inventory_item_id}` }];
    return unit.problem === null
      ? []
      : [{ inventory_item_id, problem: unit.problem, label: unitLabel(unit) }];
  });
  if (problems.length === 0) return;
  const sentences = problems.slice(0, NAMED).map(({ label, problem }) => `${label}: ${problem}`);
  throw new ApiError('units_unavailable', {
    message: sentences.join('. '),
    details: {
      inventory_item_ids: problems.map(({ inventory_item_id }) => inventory_item_id),
      units: problems.map(({ inventory_item_id, problem }) => ({ inventory_item_id, problem })),
    },
  });
}

/**
 * Returns units of a store to their supplier, all or none: they leave the stock and keep their records. 409
 * `units_unavailable` names those that cannot go, 422 for a supplier who does not exist.
 */
export async function returnUnits(
  writer: Writer,
  { item_ids, ...form }: ReturnForm,
  { noteChange, noteTarget, ...caller }: AtStore & Noting,
): Promise<SupplierReturn> {
  const { session, storeId, now } = caller;
  const { supplier_id } = form;
  const [supplier] = await suppliersOf(writer, [supplier_id]);
  if (!supplier) throw fieldError('supplier_id', 'Please select a supplier');
  if (supplier.deleted_at !== null) {
    throw fieldError(
      'supplier_id',
      `${supplier.name} was deleted. Give its units another supplier first, or none`,
    );
  }
  const unitIds = [...item_ids].sort((a, b) => a - b);
  const look = async () => {
    const units = await rows.findUnits(writer, unitIds);
    const deposits = await depositsOf(writer, unitIds);
    const wanted = { storeId, supplierId: supplier_id, deposits, now };
    return units.map((unit) => ({ unit, shown: presentReturnable(unit, wanted) }));
  };
  const before = await look();
  refuseUnreturnable(
    before.map(({ shown }) => shown),
    unitIds,
  );
  const lost = await sendBackUnits(writer, { unitIds, storeId, now });
  if (lost.length) {
    refuseUnreturnable(
      (await look()).map(({ shown }) => shown),
      lost,
    );
    throw new ApiError('units_unavailable', { details: { inventory_item_ids: lost } });
  }
  const { code } = await getStore(writer, storeId);
  const id = writer.nextId();
  const number = supplierReturnNumber(code, await takeNumber(writer, storeId, 'supplier_return'));
  const unitOf = new Map(before.map(({ unit, shown }) => [unit.inventory_item_id, { unit, shown }]));
  const made = insertedColumns('supplier_returns', {
    ...NOTHING_NOTED,
    ...form,
    id,
    number,
    store_id: storeId,
    claim_no: 0,
    created_at: now,
    created_by_id: session.staff.id,
    units_count: item_ids.length,
    back_count: 0,
  });
  await rows.insertReturn(
    writer,
    made,
    item_ids.map((inventory_item_id) => {
      const known = unitOf.get(inventory_item_id);
      const was = known?.shown.status === 'defective' ? 'defective' : 'available';
      return { inventory_item_id, was, purchase_cost: known?.unit.purchase_cost ?? null };
    }),
  );
  noteTarget({ name: number, storeId });
  noteChange(notedReturn, null, {
    supplier: supplier.name,
    units: item_ids.length,
    reference: made.reference,
  });
  return showReturn(writer, id, caller);
}

/** Locks a return of one of the caller's stores, inactive ones too, for a change. 404 `return_not_found`. */
async function claimReturn(writer: Writer, returnId: number, session: Session): Promise<rows.ReturnRecord> {
  const row = await rows.claim(writer, returnId);
  if (!row || !isOwn(session, row.store_id)) throw new ApiError('return_not_found');
  return row;
}

/** Changes the supplier's reference and the notes of a return; null clears. Refusals as `claimReturn`. */
export async function updateReturn(
  writer: Writer,
  returnId: number,
  form: RouteInput<typeof supplierReturns.update>['body'],
  { noteChange, noteTarget, ...caller }: Caller & Noting,
): Promise<SupplierReturn> {
  const row = await claimReturn(writer, returnId, caller.session);
  const after = await rows.updateReturn(writer, row, updatedColumns('supplier_returns', form));
  noteTarget({ name: row.number, storeId: row.store_id });
  noteChange(notedReturn, row, after);
  return showReturn(writer, returnId, caller);
}

/**
 * Receives units that the supplier sent back, repaired or not: they stand in the store that sent them, on their own
 * records. 409 `illegal_state` names those that are not away any more; other refusals as `claimReturn`.
 */
export async function takeBack(
  writer: Writer,
  returnId: number,
  { item_ids, status }: RouteInput<typeof supplierReturns.takeBack>['body'],
  { noteChange, noteTarget, ...caller }: Caller & Noting,
): Promise<SupplierReturn> {
  const { session, now } = caller;
  const row = await claimReturn(writer, returnId, session);
  const items = await rows.findItems(writer, returnId);
  const away = new Set(
    items.filter((item) => item.came_back_at === null).map(({ inventory_item_id }) => inventory_item_id),
  );
  const unitIds = [...item_ids].sort((a, b) => a - b);
  const notAway = unitIds.filter((unitId) => !away.has(unitId));
  const lost = notAway.length
    ? notAway
    : await bringBackUnits(writer, { unitIds, storeId: row.store_id, status, now });
  if (lost.length) {
    throw new ApiError('illegal_state', {
      message:
        lost.length === 1
          ? 'One of these units is not with the supplier any more'
          : `${lost.length} of these units are not with the supplier any more`,
      details: { inventory_item_ids: lost },
    });
  }
  await noteCameBack(writer, { unitIds, as: status, by: session.staff.id, now });
  noteTarget({ name: row.number, storeId: row.store_id });
  noteChange(notedReturn, { came_back: row.back_count }, { came_back: row.back_count + unitIds.length });
  return showReturn(writer, returnId, caller);
}

/** Marks units that came back, by whichever way, as no longer at their supplier. */
export async function noteCameBack(
  writer: Writer,
  cameBack: Parameters<typeof rows.noteBack>[1],
): Promise<void> {
  const counts = await rows.noteBack(writer, cameBack);
  for (const [returnId, count] of [...counts].sort(([a], [b]) => a - b)) {
    await rows.addBack(writer, returnId, count);
  }
}
