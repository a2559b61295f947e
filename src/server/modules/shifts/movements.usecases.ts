import type { RouteInput } from '#contract/define-route.ts';
import { ApiError } from '#contract/errors.ts';
import type { CashMovement, cashMovements, shifts } from '#contract/shifts.ts';
import { z } from '#contract/zod.ts';
import { formatMoney } from '#domain/money.ts';
import { movementLabels } from '#domain/shifts.ts';
import { spanOfDates, zonesOf } from '#domain/store-time.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { insertedColumns } from '../../db/columns.ts';
import { pagePlace, readPage } from '../../db/paging.ts';
import type { NoteChange, NoteTarget } from '../../http/call.ts';
import { getStore } from '../stores/stores.public.ts';
import { findTillOfDevice, type TillCaller } from '../tills/tills.public.ts';
import { claimDrawer, enterAt, refuseBeyondDrawer, type NewEntry } from './drawer.usecases.ts';
import * as rows from './movements.repository.ts';
import { presentMovement } from './shifts.present.ts';
import { claimClosed } from './shifts.usecases.ts';

const MOVEMENTS_A_PAGE = 20;

const notedMovement = z.object({ kind: z.string(), amount: z.string() });

/** Lists the cash put into a store's drawers and taken out, newest first. */
export async function listMovements(
  reader: Reader,
  { from, to, page, per_page, ...filter }: RouteInput<typeof cashMovements.list>['query'],
  { storeId }: TillCaller,
) {
  const span = spanOfDates({ from, to }, zonesOf(await getStore(reader, storeId)));
  const ids = rows.movementIds(reader, storeId, { ...filter, ...span });
  const rowsOf = (wanted: readonly number[]) => rows.movementRows(reader, wanted);
  return readPage(reader, { ids, rowsOf }, pagePlace({ page, per_page }, MOVEMENTS_A_PAGE), presentMovement);
}

/**
 * Puts cash into the till's drawer, or takes it out. 409 `till_unknown`; with shifts `shift_required`, `shift_counted`,
 * and `beyond_drawer` for more than there is.
 */
export async function moveCash(
  writer: Writer,
  form: RouteInput<typeof cashMovements.create>['body'],
  { noteChange, noteTarget, ...caller }: TillCaller & { noteChange: NoteChange; noteTarget: NoteTarget },
): Promise<CashMovement> {
  const { storeId, tillKey } = caller;
  const till = tillKey === null ? undefined : await findTillOfDevice(writer, storeId, tillKey);
  if (!till) throw new ApiError('till_unknown');
  const drawer = await claimDrawer(writer, await getStore(writer, storeId), caller);
  const entry: NewEntry = insertedColumns('till_entries', { ...form, method: 'cash' });
  if (drawer) await refuseBeyondDrawer(writer, drawer.id, [entry]);
  const place = { till_id: till.id, shift_id: drawer?.id ?? null };
  const [id = 0] = enterAt(writer, place, caller, [entry]);
  const [kind, amount] = [movementLabels[form.kind], formatMoney(form.amount, 'transaction')];
  noteChange(notedMovement, null, { kind, amount });
  noteTarget({ name: till.name });
  return presentMovement(await rows.findMovement(writer, id));
}

/** Adds or subtracts what a closed shift's count missed: an entry of today that names the shift. */
export async function correctShift(
  writer: Writer,
  shiftId: number,
  form: RouteInput<typeof shifts.correct>['body'],
  caller: TillCaller,
): Promise<CashMovement> {
  const { number, till_id } = await claimClosed(writer, shiftId, caller);
  const entry = insertedColumns('till_entries', {
    ...form,
    kind: 'correction',
    method: 'cash',
    reason: `${number}: ${form.reason}`,
    corrects_shift_id: shiftId,
  });
  const [id = 0] = enterAt(writer, { till_id, shift_id: null }, caller, [entry]);
  return presentMovement(await rows.findMovement(writer, id));
}
