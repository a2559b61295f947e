import { formatMoney } from '#domain/money.ts';
import { CLOCK_TOLERANCE } from '#domain/offline-sales.ts';
import type { CashCount } from '#domain/shifts.ts';
import type { Writer } from '../../db/access.ts';
import type { Session } from '../../http/call.ts';
import { claimTill } from '../tills/tills.public.ts';
import { claimOpenShiftOfTill, findShiftAfter, type ShiftRow } from './shifts.repository.ts';
import { insertOpened, type Opening } from './shifts.usecases.ts';

/** An opening that a till made earlier, as it tells it. */
type LateOpening = Omit<Opening, 'form' | 'denominations'> & {
  denominations: Partial<CashCount> | null;
  /** When the server had answered the till last, by its own word. */
  answered_at: number;
};

/** The shift that an opening led to, and why that is not clear, in a sentence for the manager. */
export type OpenedLate = { shift: { id: number; number: string } | null; why: string | null };

/** True if the till has opened a shift itself, by a call whose answer it never heard. */
const isSame = (
  open: ShiftRow,
  { float_amount, answered_at, at }: LateOpening,
  { staff }: Session,
): boolean =>
  open.opened_by_id === staff.id &&
  open.float_amount === float_amount &&
  open.opened_at >= answered_at - CLOCK_TOLERANCE &&
  open.opened_at <= at + CLOCK_TOLERANCE;

/**
 * Opens a shift that a till had opened without the server, at its moment and with the float that was counted then. Where one is
 * open there already, that goes on, and its drawer expects no second float; at a retired till, and in a store
 * without shifts, none is opened.
 */
export async function openLateShift(
  writer: Writer,
  opening: LateOpening,
  session: Session,
): Promise<OpenedLate> {
  const { store, tillId, float_amount, denominations, at } = opening;
  const till = await claimTill(writer, tillId, store.id);
  if (!till) throw new Error(`Till ${tillId} is none of store ${store.id}`);
  const open = await claimOpenShiftOfTill(writer, tillId);
  if (open) {
    const [its, float] = [open.float_amount, float_amount].map((sum) => formatMoney(sum, 'payment'));
    const goesOn = `Shift ${open.number} was open at ${till.name} already and goes on with its float of ${its}; the float of ${float} was not added`;
    return { shift: open, why: isSame(open, opening, session) ? null : goesOn };
  }
  if (till.retired_at !== null)
    return { shift: null, why: `${till.name} was retired, so no shift was opened` };
  if (!store.shifts.enabled)
    return { shift: null, why: `${store.name} does not keep shifts, so none was opened` };
  const after = await findShiftAfter(writer, { tillId, storeId: store.id, at });
  const shift = await insertOpened(
    writer,
    { form: {}, store, tillId, float_amount, denominations: denominations as CashCount | null, at },
    session,
  );
  return {
    shift,
    why: after ? `Shift ${after.number} was closed at ${till.name} after this one had been opened` : null,
  };
}
