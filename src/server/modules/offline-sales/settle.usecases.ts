import type { RouteInput } from '#contract/define-route.ts';
import { ApiError, fieldError } from '#contract/errors.ts';
import type { offlineSales } from '#contract/offline-sales.ts';
import { z } from '#contract/zod.ts';
import { unitCodes } from '#domain/barcodes.ts';
import { isOwnEntry } from '#domain/offline-sales.ts';
import { settleRank } from '#domain/settle-reasons.ts';
import type { Writer } from '../../db/access.ts';
import type { NoteChange, NoteTarget, Session } from '../../http/call.ts';
import {
  acceptDisputed,
  disputesIn,
  findDisputed,
  giveHeldPoints,
  holdSale,
  mailHeldReceipt,
  nameUnit,
  reasonsIn,
  type DisputedLine,
  type Reason,
} from '../transactions/transactions.public.ts';
import { findIdOfCodes, findLiveSales } from '../units/units.public.ts';
import * as rows from './offline-sales.repository.ts';
import { reservedReasons, sentBackReasons } from './reasons.usecases.ts';
import { holdWithAway, takeUnits } from './take-lines.usecases.ts';

type Caller = {
  session: Session;
  storeId: number;
  now: number;
  noteChange: NoteChange;
  noteTarget: NoteTarget;
};
type SettleForm = RouteInput<typeof offlineSales.settle>['body'];
type Named = NonNullable<SettleForm['units']>[number];

const noted = z.object({ settled: z.string(), units: z.array(z.string()) });

/**
 * Gives a disputed line the unit that a manager names by a code: in whatever state it is recorded, but not one of another
 * live sale. Their word stands against what was scanned since. Returns what is to be seen to for it: paid drafts that it was
 * reserved for, the return to a supplier that it stood in. 422 on the code.
 */
async function takeNamed(
  writer: Writer,
  { code, place, line }: { code: string; place: number; line: DisputedLine },
  row: rows.OfflineRow,
  { session, storeId, now }: Caller,
): Promise<Reason[]> {
  const refuse = (message: string) => fieldError(`units.${place}.code`, message);
  const unitId = await findIdOfCodes(writer, unitCodes(code));
  if (unitId === null) throw refuse('Item not found');
  const { units, away } = await holdWithAway(writer, [unitId]);
  const [unit] = units;
  if (!unit) throw refuse('Item not found');
  if (unit.product_variation_id !== line.product_variation_id)
    throw refuse('This item is of another product or variation');
  const sale = (await findLiveSales(writer, [unitId])).get(unitId);
  if (sale) throw refuse(`This item is in sale ${sale.number}`);
  await takeUnits(writer, [unit], away, {
    session,
    storeId,
    at: row.made_at,
    now,
    number: row.number,
  });
  await nameUnit(writer, line.id, unitId);
  const name = disputesIn(row).find((each) => each.transaction_item_id === line.id)?.name ?? row.number;
  const sentBack = away.returns[0] ?? null;
  return [
    ...(await reservedReasons(writer, [{ line: { name }, before: unit }], { draftId: null })),
    ...sentBackReasons([{ line: { name }, sentBack }]),
  ];
}

/** Returns the disputed line that each form names; 422 for one that is none of the sale's, and for one named twice. */
function linesOf(named: readonly Named[], disputed: readonly DisputedLine[]): DisputedLine[] {
  return named.map(({ transaction_item_id: id }, place) => {
    const line = disputed.find((each) => each.id === id);
    const isTwice = named.findIndex((each) => each.transaction_item_id === id) !== place;
    if (line && !isTwice) return line;
    throw fieldError(
      `units.${place}.transaction_item_id`,
      isTwice ? 'This line is named twice' : 'This line has its item',
    );
  });
}

/** Holds a text to settle, after its sale: whoever voids that meanwhile has done so, or sees what was settled. */
async function holdToSettle(
  writer: Writer,
  id: number,
  storeId: number,
): Promise<rows.OfflineRow | undefined> {
  const saleId = (await rows.findTransactionOf(writer, id, storeId))?.transaction_id ?? null;
  if (saleId !== null) await holdSale(writer, saleId, storeId);
  return rows.holdOfflineSale(writer, id, storeId);
}

/** Finds the lines of a text that wait for their unit: not those that another text of the same sale tells. */
async function findWaiting(writer: Writer, row: rows.OfflineRow, storeId: number): Promise<DisputedLine[]> {
  if (row.transaction_id === null) return [];
  const own = new Set(disputesIn(row).map(({ transaction_item_id: id }) => id));
  return (await findDisputed(writer, row.transaction_id, storeId)).filter(({ id }) => own.has(id));
}

/** Lets the lines that no unit was named for stand without one; returns how each line was settled, to be kept. */
async function acceptRest(
  writer: Writer,
  row: rows.OfflineRow,
  { disputed, named }: { disputed: readonly DisputedLine[]; named: ReadonlySet<number> },
): Promise<string> {
  const waiting = new Set(disputed.map(({ id }) => id));
  const disputes = disputesIn(row);
  for (const { transaction_item_id: id, numbers, product_variation_id } of disputes) {
    if (!waiting.has(id) || named.has(id)) continue;
    const hadNumbers = numbers !== null || (await rows.haveNumbers(writer, product_variation_id));
    await acceptDisputed(writer, id, { hadNumbers });
  }
  return JSON.stringify(
    disputes.map((line) => ({
      ...line,
      settled: named.has(line.transaction_item_id) ? 'named' : (line.settled ?? 'accepted'),
    })),
  );
}

/** Returns why a person does not settle an entry of their own, in one sentence. */
function whyOwn(row: rows.OfflineRow, { staff }: Session): string {
  const did = () => {
    if (row.state === 'lost') return 'reported this';
    if (row.staff_id === staff.id) return row.kind === 'shift' ? 'opened this' : 'sold this';
    if (row.sent_by_id === staff.id) return 'sent this';
    return row.void_approver_id === staff.id ? 'approved this void' : 'set up this till';
  };
  return `You ${did()} yourself. Another person settles it`;
}

/** Returns what changes of a text whose named units leave something to be seen to: its lines are clear, and it goes on waiting. */
function withMore(row: rows.OfflineRow, more: readonly Reason[]) {
  const reasons = [...reasonsIn(row), ...more];
  const codes = reasons.map(({ code }) => code).filter((code) => code !== 'unit');
  return { reasons_json: JSON.stringify(reasons), settle_rank: settleRank(codes) };
}

/**
 * Settles a sale that waits for a manager: its disputed lines get the units that are named, and stand without one
 * otherwise, its customer gets the points, and its receipt is mailed if that was held. Where one of those was reserved for a paid draft, or stood in a
 * return to a supplier, it goes on waiting, and says so. 404 `transaction_not_found`, 409 `illegal_state` for one that is settled, 403 for the caller's own sale, 422 on
 * a code.
 */
export async function settleSale(
  writer: Writer,
  offlineSaleId: number,
  { units = [], note }: SettleForm,
  caller: Caller,
): Promise<{ message: string }> {
  const { session, storeId, now, noteChange, noteTarget } = caller;
  const row = await holdToSettle(writer, offlineSaleId, storeId);
  if (!row) throw new ApiError('transaction_not_found');
  const what = row.kind === 'shift' ? 'Opening' : 'Sale';
  const name = row.state === 'lost' ? 'What may be missing' : `${what} ${row.number}`;
  noteTarget({ name });
  if (row.is_open === 0) throw new ApiError('illegal_state', { message: 'This sale was settled meanwhile' });
  if (isOwnEntry(row, session.staff)) throw new ApiError('forbidden', { message: whyOwn(row, session) });
  const disputed = await findWaiting(writer, row, storeId);
  const lines = linesOf(units, disputed);
  const more: Reason[] = [];
  for (const [place, line] of lines.entries()) {
    const code = units[place]?.code ?? null;
    if (code !== null) more.push(...(await takeNamed(writer, { code, place, line }, row, caller)));
  }
  const named = new Set(lines.flatMap(({ id }, place) => (units[place]?.code ? [id] : [])));
  const disputed_json = await acceptRest(writer, row, { disputed, named });
  const isSettled = more.length === 0;
  if (isSettled && row.transaction_id !== null) await giveHeldPoints(writer, row.transaction_id, caller);
  if (isSettled && row.held_mail !== null && row.transaction_id !== null)
    await mailHeldReceipt(writer, row.transaction_id, {
      recipient: row.held_mail,
      staffId: row.staff_id ?? session.staff.id,
      now,
    });
  await rows.updateOfflineSale(writer, row.id, {
    disputed_json,
    ...(isSettled
      ? { held_mail: null, is_open: 0, settled_at: now, settled_by_id: session.staff.id, note }
      : withMore(row, more)),
  });
  noteChange(noted, null, { settled: note, units: units.flatMap(({ code }) => code ?? []) });
  if (isSettled) return { message: `${name} is settled` };
  const why = more.map(({ text }) => text).join('. ');
  const first = more.some(({ code }) => code === 'reserved')
    ? 'Give the money back, then settle'
    : 'Then settle';
  return { message: `${why}. ${first} ${name}` };
}
