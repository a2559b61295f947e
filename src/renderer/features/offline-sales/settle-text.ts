import type { ComparedSale, SaleToSettle } from '#contract/offline-sales.ts';
import { formatMoney } from '#domain/money.ts';
import { salesOrShifts } from '#domain/offline-sales.ts';
import { settleReasonLabel, worstFirst } from '#domain/settle-reasons.ts';
import { paymentMethodLabels } from '#domain/payments.ts';
import { formatInstant, formatTime, storeDate, type Zones } from '#domain/store-time.ts';

/** Returns a moment as it is told beside another one: `2:53 PM` on the same day, else with its date. */
export const momentBeside = (at: number, other: number, zones: Zones): string =>
  storeDate(at, zones) === storeDate(other, zones) ? formatTime(at, zones) : formatInstant(at, zones);

/** Returns what is not clear about an entry, in a few words: `Same unit sold elsewhere at 2:02 PM`. */
export function titleOf(
  { reasons, disputed: [line], other_sale_at: at, made_at }: SaleToSettle,
  zones: Zones,
): string {
  const [worst] = worstFirst(reasons.map(({ code }) => code));
  if (worst !== 'unit') return worst ? settleReasonLabel(worst) : 'To look at';
  if (at !== null) return `Same unit sold elsewhere at ${momentBeside(at, made_at, zones)}`;
  const isPiece = line !== undefined && line.numbers === null && line.other_sale === null;
  return isPiece ? 'No free piece left' : settleReasonLabel('unit');
}

/** Returns the name of an entry: its number, or the till of which sales may be missing. */
export const settleName = ({ number, till }: SaleToSettle): string =>
  number ?? `${till.name} (sales missing)`;

/** Returns what was sold, or what else an entry is about. */
export function goodsOf({
  kind,
  number,
  disputed: [line],
  first_item: first,
  items_count: count,
  came_since: came,
}: SaleToSettle): string {
  if (number === null)
    return `What the till may have sold${came?.count ? `, ${salesOrShifts(came.count)} came since` : ''}`;
  if (kind === 'shift') return 'Opening of a shift';
  const name = line?.name ?? first;
  if (name === null) return 'Nothing was recorded';
  return count > 1 ? `${name} and ${count - 1} more` : name;
}

/** Returns what came since of the sales that may be missing: `2 sales or shifts, the last MNL-01-T2B-X000012, 2:53 PM`. */
export function cameText({ came_since: came, recorded_at }: SaleToSettle, zones: Zones): string {
  if (!came?.last) return 'Nothing';
  const { number, recorded_at: at } = came.last;
  return `${salesOrShifts(came.count)}, the last ${number}, ${momentBeside(at, recorded_at, zones)}`;
}

/** Returns whose entry it is that the person may not settle. */
export function ownText({ kind, number, staff }: SaleToSettle, person: { id: number }): string {
  if (number === null) return 'Reported by you, another manager settles it';
  if (staff?.id !== person.id) return 'Sent by you, another manager settles it';
  return kind === 'shift'
    ? 'Opened by you, another manager settles it'
    : 'Your own sale, another manager settles it';
}

/** Returns how a sale was paid, its change left out: `Cash ₱51,508.75, GCash ₱500.00 (pending)`. */
export function paidText({ payments, change_due }: ComparedSale): string {
  let change = change_due;
  const parts = payments.map(({ method, amount, status }) => {
    const given = method === 'cash' ? Math.min(change, amount) : 0;
    change -= given;
    const told = `${paymentMethodLabels[method]} ${formatMoney(amount - given, 'payment')}`;
    return status === 'completed' ? told : `${told} (${status})`;
  });
  return parts.join(', ') || 'Nothing';
}
