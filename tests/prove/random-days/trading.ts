import type { z } from 'zod';
import type { inventory } from '#contract/inventory.ts';
import type { WireSale, WireTransaction } from '#tests/support/selling.ts';
import { makeImei } from '#tests/support/shop.ts';
import { expectDone } from '#tests/support/selling.ts';
import type { ModelShift } from './drawer-model.ts';
import { centavos, pesos } from './pesos.ts';
import type { ProvenStore } from './proven-store.ts';
import type { ModelLine } from './sale-model.ts';
import { enterSale, fillCart, waysToPay } from './selling.ts';
import { ModelTradeIn, partsOf } from './trade-in-model.ts';
import type { ModelUnit } from './unit-model.ts';

// Units that customers bring: bought alone or in payment of a cart, cleared, and given back.

const seller = { name: 'Ana', address: 'Makati', id_type: 'umid', id_number: 'N01' };

type Brought = { unit: ModelUnit; line: ModelLine | null };
type Wire = z.input<typeof inventory.tradeIn.response>;

/** Finds a phone that the shop had sold or given back; one whose sale is not paid in full is refused. */
async function findKnown(store: ProvenStore, shift: ModelShift): Promise<Brought | null> {
  const { random } = store;
  if (random.chance(0.3)) {
    const unit = random.pick([...store.units.values()].filter(({ place }) => place === 'returned'));
    return unit ? { unit, line: null } : null;
  }
  const sale = random.pick(store.sales.filter(({ isOver }) => !isOver));
  const line = random.pick(sale?.lines.filter(({ isBack, isTradedIn }) => !isBack && !isTradedIn) ?? []);
  if (!sale || !line) return null;
  if (sale.balance === 0 && sale.pending.length === 0) return { unit: line.unit, line };
  const body = { condition_rating: 3, amount: 0, seller };
  await store.refused('manager', shift.till, `/inventory/${line.unit.id}/trade-in`, body, 'illegal_state');
  return null;
}

/** Buys a phone from a customer, in payment of a draft if one is given; null if the drawer holds too little for the rest. */
async function buy(
  store: ProvenStore,
  shift: ModelShift,
  amount: number,
  draft: { id: number; remains: number } | null = null,
): Promise<ModelTradeIn | null> {
  const { random, ledger, coin } = store;
  const known = random.chance(0.5) ? await findKnown(store, shift) : null;
  const rating = random.whole(1, 5);
  const own = random.chance(0.4) ? random.whole(30_000, 200_000) : null;
  const method = random.chance(0.6) ? 'cash' : 'gcash';
  const terms = { amount, remains: draft?.remains ?? 0, method, coin } as const;
  const { inSale, paidOut, inCash, rounding } = partsOf(terms);
  const imei = makeImei(random.whole(10 ** 11, 10 ** 12 - 1));
  const path = known ? `/inventory/${known.unit.id}/trade-in` : '/inventory/trade-ins';
  const { status, body } = await store.change<Wire>('manager', shift.till, path, {
    ...(known ? {} : { product_variation_id: store.variationId, imei }),
    condition_rating: rating,
    ...(own === null ? {} : { own_price: pesos(own) }),
    amount: pesos(amount),
    seller,
    payout: method === 'cash' ? { method } : { method, reference_number: `Bought ${imei}` },
    ...(draft ? { transaction_id: draft.id } : {}),
  });
  const isThere = inCash <= shift.drawer;
  ledger.check(status < 300 === isThere, `A trade-in was ${status}`, { terms, drawer: shift.drawer, body });
  if (!isThere) {
    ledger.saw('too little in the drawer to buy');
    return null;
  }
  const told = body.trade_in;
  const { payment, payout } = told ?? {};
  const parts = [told?.amount, payment?.amount, payout?.amount, payout?.cash_rounding].map((part) =>
    centavos(part ?? 0),
  );
  const expected = [amount, inSale, paidOut, rounding];
  ledger.check(parts.join() === expected.join(), 'The parts of a trade-in are apart', { parts, expected });
  const unit = known?.unit ?? store.bring(body.id);
  const entry = { id: told?.id ?? 0, number: told?.number ?? '' };
  const tradeIn = new ModelTradeIn(entry, unit, known?.line ?? null, terms);
  Object.assign(unit, { rating, own });
  store.tradeIns.push(tradeIn);
  store.books.payOut(store.today, shift, tradeIn);
  if (rounding > 0) ledger.saw('payouts rounded up');
  ledger.saw(
    known ? `trade-ins of units ${known.line ? 'sold' : 'given back'} before` : 'trade-ins of others',
  );
  return tradeIn;
}

/** Buys a phone with nothing sold for it. */
export async function tradeIn(store: ProvenStore, shift: ModelShift): Promise<void> {
  await buy(store, shift, store.random.chance(0.1) ? 0 : store.random.whole(1, 200_000));
}

/** Sells a cart that is paid with a phone or two, and the rest otherwise; now and then a phone is taken out again. */
export async function sellForTradeIn(store: ProvenStore, shift: ModelShift): Promise<void> {
  const { random } = store;
  const cart = await fillCart(store, shift, 'manager');
  const { id } = cart.draft;
  let remains = cart.total;
  for (let phones = random.whole(1, 2); phones > 0 && remains > 0; phones -= 1) {
    const some = [random.whole(1, remains), remains, remains + random.whole(1, 20_000)];
    const bought = await buy(store, shift, random.pick(some) ?? 1, { id, remains });
    if (!bought) continue;
    if (random.chance(0.2)) await takeOut(store, shift, id, bought);
    else remains -= bought.inSale;
  }
  const body = { payments: waysToPay(store, remains, id) };
  const path = `/transactions/${id}/complete`;
  const { transaction } = await store.done<WireSale>('manager', shift.till, path, body);
  enterSale(store, shift, cart, transaction);
  store.ledger.saw('sales with trade-ins');
}

/** Deletes the payment from its draft: the unit and what was paid beside it go back. */
async function takeOut(
  store: ProvenStore,
  shift: ModelShift,
  draftId: number,
  bought: ModelTradeIn,
): Promise<void> {
  const manager = store.by('manager');
  const { payments } = expectDone(await manager.get<WireTransaction>(`/transactions/${draftId}`));
  const payment = payments.find(({ reference_number }) => reference_number === bought.number);
  const body = { reason: 'Keeps it' };
  const { status } = await store.change('manager', shift.till, `/payments/${payment?.id}`, body, 'delete');
  store.ledger.check(status === 200, `The deletion of a draft's trade-in was ${status}`);
  store.books.handBack(store.today, shift, bought);
  store.ledger.saw('trade-ins taken out of a draft');
}

/** Clears a trade-in whose unit is on hold, and not a second time. */
export async function clear(store: ProvenStore, shift: ModelShift): Promise<void> {
  const bought = store.random.pick(store.tradeIns.slice(-20));
  if (!bought) return;
  const path = `/trade-ins/${bought.id}/clear`;
  const body = { reference: 'PNP-1' };
  if (bought.state !== 'On hold') return store.refused('manager', shift.till, path, body, 'illegal_state');
  await store.done('manager', undefined, path, body);
  bought.clear();
  store.ledger.saw('clearances');
}

/** Gives back a unit that was bought alone, if it still stands as it came in. */
export async function undo(store: ProvenStore, shift: ModelShift): Promise<void> {
  const bought = store.random.pick(store.tradeIns.slice(-20));
  if (!bought) return;
  const path = `/trade-ins/${bought.id}/give-back`;
  if (bought.inSale > 0 || !bought.isUntouched) {
    return store.refused('manager', shift.till, path, {}, 'illegal_state');
  }
  await store.done('manager', shift.till, path);
  store.books.handBack(store.today, shift, bought);
  store.ledger.saw('trade-ins given back');
}
