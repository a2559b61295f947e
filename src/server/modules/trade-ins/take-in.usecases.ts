import { ApiError, fieldError } from '#contract/errors.ts';
import type { InventoryUnit, newTradeInForm, tradeInForm } from '#contract/inventory.ts';
import type { sellerForm, TradeIn } from '#contract/trade-ins.ts';
import { z } from '#contract/zod.ts';
import { formatMoney, type Centavos } from '#domain/money.ts';
import { needsReference, paymentMethodLabels } from '#domain/payments.ts';
import { can } from '#domain/permissions.ts';
import { tradeInNumber, tradeInParts } from '#domain/trade-ins.ts';
import type { Writer } from '../../db/access.ts';
import { insertedColumns } from '../../db/columns.ts';
import { takeNumber } from '../../db/number-series.ts';
import type { NoteChange } from '../../http/call.ts';
import { requireCustomer } from '../customers/customers.public.ts';
import {
  showTradedIn,
  takeKnownUnit,
  takeUnknownUnit,
  type TakenInTrade,
} from '../inventory/inventory.public.ts';
import { payByTradeIn } from '../payments/payments.public.ts';
import { chainSettings } from '../settings/settings.public.ts';
import { enter } from '../shifts/shifts.public.ts';
import { getStore } from '../stores/stores.public.ts';
import type { TillCaller } from '../tills/tills.public.ts';
import {
  claimTransaction,
  insertTradeIn,
  payoutEntries,
  refuseCardNumber,
  refuseForeignMethod,
} from '../transactions/transactions.public.ts';
import { showTradeIn } from './register.usecases.ts';
import { unitAsBought } from './trade-ins.repository.ts';

type Caller = TillCaller & { noteChange: NoteChange };
type KnownForm = z.output<typeof tradeInForm>;
type NewForm = z.output<typeof newTradeInForm>;
export type TradedIn = InventoryUnit & { trade_in: TradeIn | null };

const noted = z.object({
  number: z.string(),
  seller: z.string(),
  amount: z.string(),
  paid_out: z.string().optional(),
  cash_rounding: z.string().optional(),
});

/** The columns that a new trade-in has not yet. */
const NOT_YET = {
  cleared_at: null,
  cleared_by_id: null,
  clearance: null,
  given_back_at: null,
  given_back_by_id: null,
} as const;

type Terms = {
  amount: Centavos;
  seller: z.output<typeof sellerForm>;
  payout: NonNullable<KnownForm['payout']> | null;
};

/**
 * Returns the terms of a trade-in; 422 on the field that lacks, as programs of before 1.1.0 name no seller, and on their
 * fields beside those that replaced them.
 */
function termsOf({
  amount,
  seller,
  payout = null,
  purchase_cost = null,
  brought_by = null,
}: KnownForm): Terms {
  if (amount === undefined) throw fieldError('amount', 'Agreed amount is required');
  if (!seller) throw fieldError('seller', 'Name, address and ID of the seller are required');
  if (purchase_cost !== null) throw fieldError('purchase_cost', 'What the item costs is the agreed amount');
  if (brought_by !== null) throw fieldError('brought_by', 'Who brought it is the seller');
  return { amount, seller, payout };
}

/** 403 for a caller who may not take units in, or pay for them, and has no approval. */
function refuseUnapproved(isPaidOut: boolean, { session, approval }: Caller): void {
  if (approval) return;
  const may = can(session.staff, 'inventory.create') && (!isPaidOut || can(session.staff, 'cash.move'));
  if (!may) throw new ApiError('approval_required');
}

/** Returns how the rest is paid out; 422 on `payout` if that is not said, or not possible in the store. */
async function payoutOf(
  writer: Writer,
  rest: Centavos,
  { payout }: Terms,
  { storeId }: Caller,
): Promise<Terms['payout']> {
  if (rest === 0) return null;
  if (!payout) {
    throw fieldError('payout', `Choose how the ${formatMoney(rest, 'payment')} are paid`);
  }
  if (payout.method !== 'cash') refuseForeignMethod(await getStore(writer, storeId), payout.method);
  if (needsReference(payout.method) && !payout.reference_number) {
    throw fieldError('payout.reference_number', 'Reference required');
  }
  refuseCardNumber('payout.reference_number', payout);
  return payout;
}

/**
 * Takes a unit in trade: into the stock, into the register, as a payment of a draft up to what remains of it, and the
 * rest out of the till. `takeUnit` brings the unit in.
 */
async function trade(
  writer: Writer,
  form: KnownForm,
  caller: Caller,
  takeUnit: (taking: { paid: Centavos; status: 'available' | 'on_hold' }) => Promise<TakenInTrade>,
): Promise<TradedIn> {
  const { session, storeId, now, noteChange } = caller;
  const terms = termsOf(form);
  const { amount, seller } = terms;
  const customerId = form.customer_id ?? null;
  refuseUnapproved(false, caller);
  if (customerId !== null) await requireCustomer(writer, customerId);
  const [store, { smallest_coin: coin }] = await Promise.all([
    getStore(writer, storeId),
    chainSettings(writer),
  ]);
  const inCash = terms.payout?.method === 'cash';
  const split = (remains: Centavos) => tradeInParts(amount, { remains, inCash, coin });
  const status = store.settings?.trade_ins.hold === false ? 'available' : 'on_hold';
  const draftId = amount === 0 ? undefined : form.transaction_id;
  // Before the unit and the sale that it was in: an exchange locks in this order.
  if (draftId !== undefined) await claimTransaction(writer, draftId, storeId, ['draft']);
  const taken = await takeUnit({ paid: amount, status });
  const number = tradeInNumber(store.code, await takeNumber(writer, storeId, 'trade_in'));
  const payment =
    draftId === undefined
      ? null
      : await payByTradeIn(
          writer,
          draftId,
          {
            number,
            amountOf: (remains) => split(remains).inSale,
            known_payments: form.known_payments,
            version: form.version,
          },
          caller,
        );
  const { paidOut, rounding } = split(payment?.amount ?? 0);
  const payout = await payoutOf(writer, paidOut, terms, caller);
  if (payout) refuseUnapproved(true, caller);
  const { method: payout_method = null, reference_number: reference = null, ...more } = payout ?? {};
  const money = { number, paid: amount, payout_method, payout_amount: paidOut };
  await enter(writer, store, caller, payoutEntries({ ...money, payment_amount: payment?.amount ?? null }, 1));
  const { name: seller_name, address, id_type, id_number, ...other } = seller;
  const row = insertedColumns('trade_ins', {
    ...NOT_YET,
    ...more,
    ...other,
    ...money,
    ...(await unitAsBought(writer, taken.unitId)),
    payout_reference: payout_method !== null && needsReference(payout_method) ? reference : null,
    id: taken.eventId,
    inventory_item_id: taken.unitId,
    store_id: storeId,
    staff_id: session.staff.id,
    traded_in_at: now,
    transaction_item_id: taken.lineId,
    customer_id: customerId,
    brought_by: customerId === null ? seller_name : null,
    seller_name,
    seller_address: address,
    seller_id_type: id_type,
    seller_id_number: id_number,
    payment_id: payment?.id ?? null,
    supplier_id: taken.supplierId,
  });
  await insertTradeIn(writer, row);
  noteChange(noted, null, {
    number,
    seller: seller_name,
    amount: formatMoney(amount, 'transaction'),
    ...(payout && {
      paid_out: `${formatMoney(paidOut, 'transaction')} ${paymentMethodLabels[payout.method]}`,
      cash_rounding: rounding ? formatMoney(rounding, 'transaction') : undefined,
    }),
  });
  const trade_in = await showTradeIn(writer, taken.eventId, caller);
  return { ...(await showTradedIn(writer, taken.unitId, caller)), trade_in };
}

const unitOf = <F extends KnownForm>({
  amount: _amount,
  seller: _seller,
  customer_id: _customer,
  transaction_id: _draft,
  version: _version,
  known_payments: _known,
  payout: _payout,
  purchase_cost: _cost,
  brought_by: _by,
  ...unit
}: F) => unit;

/**
 * Takes a unit that a customer has in trade. 404 `item_not_found`, `customer_not_found`, `transaction_not_found`; 409
 * `illegal_state` for a unit that no customer has, those of the drawer, and those of a draft's payment; 422 on the field
 * that is wrong; 403 `approval_required`.
 */
export const tradeIn = (writer: Writer, unitId: number, form: KnownForm, caller: Caller): Promise<TradedIn> =>
  trade(writer, form, caller, (taking) =>
    takeKnownUnit(writer, unitId, unitOf(form), { ...caller, ...taking }),
  );

/** Takes in trade what the chain never had; refuses as `tradeIn` and as for a new unit. */
export const tradeInNew = (writer: Writer, form: NewForm, caller: Caller): Promise<TradedIn> =>
  trade(writer, form, caller, (taking) => takeUnknownUnit(writer, unitOf(form), { ...caller, ...taking }));
