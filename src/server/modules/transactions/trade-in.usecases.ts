import { ApiError } from '#contract/errors.ts';
import type { Payment } from '#contract/payments.ts';
import type { Centavos } from '#domain/money.ts';
import { paidForText } from '#domain/payments.ts';
import { can } from '#domain/permissions.ts';
import { tradeInsGoingBack, type Payout } from '#domain/refunds.ts';
import { payoutRounding } from '#domain/trade-ins.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { depositsOf, findUnitEvents, FREED, type Holder, noteUnitEvent } from '../units/units.public.ts';
import type { NewEntry } from '../shifts/shifts.public.ts';
import type { TillCaller } from '../tills/tills.public.ts';
import { refuseDisputed } from './claim.locks.ts';
import { findPayments, type PaymentRow } from './payments.repository.ts';
import { claim } from './transactions.repository.ts';
import {
  findFormerLine,
  findTradeInsOf,
  restoreLine,
  takeOut,
  updateTradeIn,
  type PaidTradeIn,
  type TradeInRow,
} from './trade-ins.repository.ts';

/** 409 for a sale that is not fully paid: it is refunded, voided or paid while it still has its units. */
export async function refuseOwing(reader: Reader, sale: { id: number; balance_due: number }): Promise<void> {
  const payments = await findPayments(reader, sale.id);
  const isPending = payments.some(({ status, deleted_at }) => status === 'pending' && deleted_at === null);
  if (sale.balance_due === 0 && !isPending) return;
  throw new ApiError('illegal_state', {
    message: 'Its sale is not paid in full. Confirm its payments, or void or refund it instead',
  });
}

/**
 * Ends a unit's live sale line at a trade-in; the sale stands as it was. Returns the line's id, or null if the unit is in no sale. Claims the sale first, as a refund does: of both at once the second one
 * sees the first one's result.
 */
export async function releaseTradedIn(writer: Writer, unitId: number, now: number): Promise<number | null> {
  const line = await writer
    .selectFrom('transaction_items as line')
    .innerJoin('transactions as sale', 'sale.id', 'line.transaction_id')
    .select(['line.id', 'line.transaction_id', 'line.disputed', 'line.inventory_item_id', 'sale.store_id'])
    .where('line.inventory_item_id', '=', unitId)
    .where('line.live', '=', 1)
    .executeTakeFirst();
  if (!line) return null;
  refuseDisputed([line]);
  const sale = await claim(writer, line.transaction_id, line.store_id, ['completed']);
  if (sale) await refuseOwing(writer, sale);
  const released = await writer
    .updateTable('transaction_items')
    .set({ live: 0, traded_in_at: now })
    .where('id', '=', line.id)
    .where('live', '=', 1)
    .executeTakeFirst();
  return Number(released.numUpdatedRows) === 1 ? line.id : null;
}

/** True while a unit is out with a sale. */
export async function isOutWithSale(reader: Reader, unitId: number): Promise<boolean> {
  const line = await reader
    .selectFrom('transaction_items')
    .select('id')
    .where('inventory_item_id', '=', unitId)
    .where('live', '=', 1)
    .executeTakeFirst();
  return line !== undefined;
}

const STANDS: ReadonlySet<string> = new Set(['available', 'locked', 'on_hold']);

/**
 * True if the unit of a trade-in still stands as it came in, also in a cart, which it is taken out of first, and all of it
 * paid for the sale; after a void, if it went back by it.
 */
const goesBack = (row: PaidTradeIn): boolean =>
  row.sale_status === 'void'
    ? row.given_back_at !== null
    : row.given_back_at === null &&
      row.payout_amount === 0 &&
      row.unit_store_id === row.store_id &&
      row.unit_came_at === row.traded_in_at &&
      STANDS.has(row.unit_status);

/** What was paid for a unit: the agreed amount, what of it paid for a sale, and what was paid out. */
type PaidOut = Pick<TradeInRow, 'number' | 'paid' | 'payout_method' | 'payout_amount'> & {
  payment_amount: number | null;
};

/** Returns by how much the payout for a unit was rounded up. */
export const roundingOf = ({ paid, payment_amount, payout_amount }: Omit<PaidOut, 'number'>): Centavos =>
  payoutRounding(paid, { inSale: payment_amount ?? 0, paidOut: payout_amount });

/** Returns what the payments of a sale tell of the units that they were, by payment. */
export async function tradeInsOfPayments(
  reader: Reader,
  payments: readonly Pick<PaymentRow, 'id' | 'method'>[],
): Promise<ReadonlyMap<number, NonNullable<Payment['trade_in']>>> {
  const ids = payments.filter(({ method }) => method === 'trade_in').map(({ id }) => id);
  const rows = await findTradeInsOf(reader, ids);
  return new Map(
    rows.map((row) => [
      row.payment_id ?? 0,
      {
        id: row.id,
        number: row.number ?? '',
        unit: { id: row.inventory_item_id, name: `${row.product_name} ${row.variation_name}` },
        goes_back: goesBack(row),
        payout:
          row.payout_method === null || row.payout_amount === 0
            ? null
            : { method: row.payout_method, amount: row.payout_amount, cash_rounding: roundingOf(row) },
      },
    ]),
  );
}

/** Returns when a unit had come before a trade-in, and by whom it was taken in; nothing for one that first came with it. */
async function arrivalBefore(reader: Reader, { id, inventory_item_id, traded_in_at }: TradeInRow) {
  const arrivals = (await findUnitEvents(reader, inventory_item_id)).filter(
    (event) =>
      (event.kind === 'received' || event.kind === 'traded_in') &&
      event.id !== id &&
      event.at <= traded_in_at,
  );
  const last = arrivals.at(-1);
  return last && { created_at: last.at, created_by_id: last.staff_id };
}

/**
 * Gives a unit back to the person who traded it in. One that we had sold is out with that sale again, as it was; any
 * other is returned. 409 `illegal_state` for a unit that no longer stands as it came in.
 */
export async function giveBackUnit(
  writer: Writer,
  tradeIn: TradeInRow,
  { session, storeId, now }: Holder,
): Promise<void> {
  const { id, inventory_item_id: unitId, transaction_item_id: lineId } = tradeIn;
  const line = lineId === null ? undefined : await findFormerLine(writer, lineId);
  const changes = line
    ? {
        ...FREED,
        status: 'sold' as const,
        sold_at: line.completed_at,
        store_id: line.store_id,
        purchase_cost: line.unit_cost,
        supplier_id: tradeIn.supplier_id,
        // They were agreed for another condition.
        own_price: null,
        own_minimum_price: null,
        ...(line.category && { category: line.category, condition_rating: line.condition_rating }),
      }
    : { ...FREED, status: 'returned' as const, supplier_id: null };
  const stay = { unitId, storeId: tradeIn.store_id, cameAt: tradeIn.traded_in_at, now };
  const arrived = await arrivalBefore(writer, tradeIn);
  if (
    tradeIn.given_back_at !== null ||
    !(await takeOut(writer, stay, { ...changes, ...arrived, updated_at: now }))
  ) {
    const deposit = (await depositsOf(writer, [unitId])).get(unitId);
    throw new ApiError('illegal_state', {
      message: deposit
        ? paidForText(deposit)
        : 'The traded-in item is in a cart, or no longer stands here as it came in. Take it out of the cart first',
      details: { inventory_item_ids: [unitId] },
    });
  }
  if (line) await restoreLine(writer, line.id);
  await updateTradeIn(writer, id, { given_back_at: now, given_back_by_id: session.staff.id });
  await noteUnitEvent(writer, { unitId, kind: 'given_back', at: now, staffId: session.staff.id, storeId });
}

/** Gives back the units that some payments were; 409 as `giveBackUnit`. */
export async function giveBackUnitsOf(
  writer: Writer,
  payments: readonly { id: number }[],
  holder: Holder,
): Promise<PaidTradeIn[]> {
  const rows = await findTradeInsOf(
    writer,
    payments.map(({ id }) => id),
  );
  for (const row of rows.toSorted((a, b) => a.inventory_item_id - b.inventory_item_id)) {
    await giveBackUnit(writer, row, holder);
  }
  return rows;
}

/** Makes the entry of what was paid out for a unit; negative where its seller handed it back. */
export const payoutEntries = (tradeIn: PaidOut, direction: 1 | -1): NewEntry[] => {
  const { payout_method, payout_amount, number } = tradeIn;
  return payout_method === null || payout_amount === 0
    ? []
    : [
        {
          kind: 'trade_in',
          method: payout_method,
          amount: direction * payout_amount,
          cash_rounding: direction * roundingOf(tradeIn),
          quantity: direction,
          ...(number !== null && { reason: number }),
        },
      ];
};

/** A payment of a sale; one by trade-in tells about its unit. */
export type RefundablePayment = PaymentRow & Pick<Payment, 'trade_in'>;

/** Finds a sale's payments, as far as they can go back. */
export async function findRefundable(reader: Reader, saleId: number): Promise<RefundablePayment[]> {
  const payments = await findPayments(reader, saleId);
  const tradeIns = await tradeInsOfPayments(reader, payments);
  return payments.map((payment) => ({ ...payment, trade_in: tradeIns.get(payment.id) ?? null }));
}

type Returning = TillCaller & {
  payments: readonly RefundablePayment[];
  payouts: readonly Payout[];
  /** The cash among them that stands for traded-in units, which stay, and for an exchanged value. */
  forUnits: Centavos;
};

/**
 * Gives back the traded-in units that are among a sale's payouts. 403 where cash goes back that did not come in as cash,
 * for callers who may not move cash and have no approval; 409 as `giveBackUnit`.
 */
export async function giveBackPaidUnits(
  writer: Writer,
  { payments, payouts, forUnits, ...caller }: Returning,
): Promise<void> {
  if (forUnits > 0 && !caller.approval && !can(caller.session.staff, 'cash.move')) {
    throw new ApiError('forbidden', {
      message: 'Cash goes back for what did not come in as cash. Somebody who may move cash must do this',
    });
  }
  const inTrade = payouts.reduce(
    (sum, { method, amount }) => (method === 'trade_in' ? sum + amount : sum),
    0,
  );
  await giveBackUnitsOf(writer, tradeInsGoingBack(payments, inTrade), caller);
}
