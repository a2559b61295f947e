import type { RouteInput } from '#contract/define-route.ts';
import { ApiError } from '#contract/errors.ts';
import { till as tillShape, type Till, type tills } from '#contract/shifts.ts';
import { notCameText, tillCode, waitingText } from '#domain/offline-sales.ts';
import { namedOrNull } from '#domain/named.ts';
import { DAY } from '#domain/store-time.ts';
import { uniqueName } from '#domain/unique-name.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { insertedColumns, updatedColumns } from '../../db/columns.ts';
import type { Approval, NoteChange, NoteTarget, Session } from '../../http/call.ts';
import { toShape } from '../../http/to-shape.ts';
import { endLiving, findLiving, missingOf, type CredentialRow } from './credentials.repository.ts';
import * as rows from './tills.repository.ts';

/** The caller and their device; `tillKey` is null if it names itself by none. */
export type TillCaller = {
  session: Session;
  storeId: number;
  tillKey: string | null;
  /** A manager's approval. */
  approval?: Approval | null;
  now: number;
};

const presentTill = (row: rows.NamedTillRow, tillKey: string | null): Till =>
  toShape(tillShape, row, {
    is_this: tillKey !== null && row.device_key === tillKey,
    credential:
      row.letter === null
        ? null
        : {
            letter: row.letter,
            given_at: row.given_at ?? 0,
            last_no: row.last_no ?? 0,
            waiting: missingOf({
              waiting: row.waiting ?? 0,
              last_no: row.last_no ?? 0,
              came: row.came ?? 0,
            }),
            told_at: row.told_at,
          },
    lost:
      row.lost_at === null ? null : { at: row.lost_at, by: namedOrNull(row.lost_by_id, row.lost_by_name) },
    open_shift:
      row.shift_id === null
        ? null
        : {
            id: row.shift_id,
            number: row.shift_number ?? '',
            opened_at: row.shift_opened_at ?? 0,
            opened_by: { id: row.shift_opened_by_id ?? 0, name: row.shift_opener_name ?? '' },
          },
  });

export async function listTills(reader: Reader, { storeId, tillKey }: TillCaller): Promise<Till[]> {
  return (await rows.findTills(reader, storeId)).map((row) => presentTill(row, tillKey));
}

/** Returns a till of the store; 404 `till_not_found`. */
export async function showTill(reader: Reader, tillId: number, caller: TillCaller): Promise<Till> {
  const row = await rows.findTill(reader, tillId, caller.storeId);
  if (!row) throw new ApiError('till_not_found');
  return presentTill(row, caller.tillKey);
}

export function keyOf({ tillKey }: TillCaller): string {
  if (tillKey !== null) return tillKey;
  throw new ApiError('validation_failed', { message: 'A till names itself in X-Till' });
}

/** 409 `sales_waiting` if sales of a credential are not here: its till told of them, or their numbers never came. */
function refuseMissing(code: string, credential: CredentialRow | undefined): void {
  const missing = credential ? missingOf(credential) : 0;
  if (!credential || missing === 0) return;
  const isToldOf = credential.waiting >= missing;
  throw new ApiError('sales_waiting', { message: (isToldOf ? waitingText : notCameText)(code, missing) });
}

/** 409 `sales_waiting` if sales of a till are not here. */
export async function refuseWaiting(reader: Reader, tillId: number, storeId: number): Promise<void> {
  const credential = await findLiving(reader, tillId);
  if (!credential || missingOf(credential) === 0) return;
  const row = await rows.findTill(reader, tillId, storeId);
  refuseMissing(row?.code ?? '', credential);
}

/** Ends a till's credential, of which no sale may be missing: 409 `sales_waiting`. */
async function endUsedUp(writer: Writer, { id, code }: rows.TillRow, caller: TillCaller): Promise<void> {
  refuseMissing(code, await endLiving(writer, id, caller));
}

/**
 * Frees the device of the till that it is: 409 while a shift is open there, whose drawer would lose its till, and
 * `sales_waiting`.
 */
async function leaveOwnTill(writer: Writer, caller: TillCaller, key: string): Promise<void> {
  const own = await rows.claimTillOfDevice(writer, caller.storeId, key);
  if (!own) return;
  const { open_shift, name } = await showTill(writer, own.id, caller);
  if (open_shift) {
    throw new ApiError('illegal_state', {
      message: `This device is ${name}, where a shift is open. Close it first`,
    });
  }
  await rows.freeDevice(writer, caller.storeId, key);
  await endUsedUp(writer, own, caller);
}

/** Makes a name that no active till can have: names are single lines. */
const retiredName = ({ id, unique_name }: rows.TillRow) => `${unique_name}\n${id}`;

/** Tills that one person may make within a day: more than the counters of a chain that moves in. */
const MADE_IN_A_DAY = 100;

/** Refuses with 429 `too_many_attempts` while a person has made too many tills within a day. */
async function refuseTooManyTills(writer: Writer, { session, now }: TillCaller): Promise<void> {
  const { id } = session.staff;
  await rows.holdMaker(writer, id);
  const made = await rows.findMadeSince(writer, id, now - DAY);
  const [oldest] = made;
  if (oldest === undefined || made.length < MADE_IN_A_DAY) return;
  throw new ApiError('too_many_attempts', {
    message: `You added ${MADE_IN_A_DAY} tills today. Ask a colleague to add this one`,
    details: { retry_after: Math.ceil((oldest + DAY - now) / 1000) },
  });
}

/**
 * Makes the caller's device a new till of the store. 422 for a name that another till has, 429 for a person who made too
 * many today.
 */
export async function createTill(
  writer: Writer,
  form: RouteInput<typeof tills.create>['body'],
  caller: TillCaller,
): Promise<Till> {
  const key = keyOf(caller);
  await refuseTooManyTills(writer, caller);
  await rows.holdTillsOf(writer, caller.storeId);
  await leaveOwnTill(writer, caller, key);
  const id = writer.nextId();
  const columns = insertedColumns('tills', {
    ...form,
    id,
    store_id: caller.storeId,
    code: tillCode((await rows.countTills(writer, caller.storeId)) + 1),
    unique_name: uniqueName(form.name),
    grand_total: 0,
    last_z_no: 0,
    claim_no: 0,
    created_at: caller.now,
    created_by_id: caller.session.staff.id,
    device_key: key,
    device_by_id: caller.session.staff.id,
  });
  await rows.insertTill(writer, columns);
  return showTill(writer, id, caller);
}

/** Locks a till that is not retired: 404, or 409 for a retired one. */
export async function claimLiving(
  writer: Writer,
  tillId: number,
  { storeId }: Pick<TillCaller, 'storeId'>,
): Promise<rows.TillRow> {
  const row = await rows.claimTill(writer, tillId, storeId);
  if (!row) throw new ApiError('till_not_found');
  if (row.retired_at !== null) throw new ApiError('illegal_state', { message: `${row.name} was retired` });
  return row;
}

/**
 * Makes the caller's device this till in place of the one before, whose credential ends: the till's open shift continues
 * here.
 */
export async function adoptTill(
  writer: Writer,
  tillId: number,
  { noteTarget, ...caller }: TillCaller & { noteTarget: NoteTarget },
): Promise<Till> {
  const key = keyOf(caller);
  const row = await claimLiving(writer, tillId, caller);
  noteTarget({ name: row.name });
  if (row.device_key !== key) {
    await leaveOwnTill(writer, caller, key);
    await rows.updateTill(writer, tillId, {
      device_key: key,
      device_by_id: caller.session.staff.id,
      lost_at: null,
      lost_by_id: null,
    });
    await endUsedUp(writer, row, caller);
  }
  return showTill(writer, tillId, caller);
}

export async function renameTill(
  writer: Writer,
  tillId: number,
  form: RouteInput<typeof tills.rename>['body'],
  { noteChange, ...caller }: TillCaller & { noteChange: NoteChange },
): Promise<Till> {
  const row = await claimLiving(writer, tillId, caller);
  const columns = updatedColumns('tills', { ...form, unique_name: uniqueName(form.name) });
  await rows.updateTill(writer, tillId, columns);
  noteChange(tillShape.pick({ name: true }), { name: row.name }, { name: form.name });
  return showTill(writer, tillId, caller);
}

/** Retires a till for good; its shifts and readings stay, its name becomes free. 409 while a shift is open there. */
export async function retireTill(
  writer: Writer,
  tillId: number,
  { noteTarget, ...caller }: TillCaller & { noteTarget: NoteTarget },
): Promise<string> {
  const row = await claimLiving(writer, tillId, caller);
  const { open_shift } = await showTill(writer, tillId, caller);
  if (open_shift)
    throw new ApiError('illegal_state', { message: `A shift is open at ${row.name}. Close it first` });
  noteTarget({ name: row.name });
  const unique_name = retiredName(row);
  await rows.updateTill(writer, tillId, { retired_at: caller.now, device_key: null, unique_name });
  await endUsedUp(writer, row, caller);
  return row.name;
}
