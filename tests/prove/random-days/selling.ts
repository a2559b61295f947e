import type { WireSale, WireTransaction } from '#tests/support/selling.ts';
import type { ModelShift } from './drawer-model.ts';
import { centavos, pesos } from './pesos.ts';
import type { ProvenStore } from './proven-store.ts';
import { dueInCash, ModelSale, totalOf, type Method, type ModelPayment } from './sale-model.ts';
import type { ModelTradeIn } from './trade-in-model.ts';
import { groups, priceOf, type ModelUnit } from './unit-model.ts';
import type { Random } from '../random.ts';

type Payment = { method: Method; amount: number; status?: 'pending' | 'completed' };

const asked = ({ method, amount, status }: Payment, saleId: number) => ({
  method,
  amount: pesos(amount),
  ...(status ? { status } : {}),
  ...(method === 'cash' ? {} : { reference_number: `${method} ${saleId}` }),
});

/** Cash that somebody hands over for an amount: as asked for, to the centavo, anything between, or more. */
function handedOver(random: Random, amount: number, coin: number): number {
  const due = dueInCash(amount, coin);
  const some = [due, amount, random.whole(due, amount), Math.ceil(amount / 10_000) * 10_000];
  return random.pick([...some, amount + random.whole(1, 90_000)]) ?? due;
}

/** The payments of a sale, in one of the ways people pay; what is not cash never exceeds what remains. */
function someWay(random: Random, total: number, coin: number): Payment[] {
  // Now and then less than a coin is left to cash.
  const part = random.chance(0.1) ? total - random.whole(1, 99) : random.whole(100, total - 100);
  const status = random.chance(0.5) ? 'pending' : 'completed';
  const cash = handedOver(random, total, coin);
  const restInCash = handedOver(random, total - part, coin);
  const second = random.whole(1, part - 1);
  const ways: Payment[][] = [
    [{ method: 'cash', amount: cash }],
    [{ method: 'card', amount: total }],
    [{ method: 'gcash', amount: total, status: 'pending' }],
    [{ method: 'cash', amount: cash, status: 'pending' }],
    [
      { method: 'cash', amount: Math.ceil(total / 3) },
      { method: 'cash', amount: Math.max(1, cash - Math.ceil(total / 3)) },
    ],
    [
      { method: 'gcash', amount: part, status },
      { method: 'cash', amount: restInCash },
    ],
    [
      { method: 'gcash', amount: part, status },
      { method: 'cash', amount: restInCash, status: 'pending' },
    ],
    [
      { method: 'gcash', amount: part - second, status },
      { method: 'maya', amount: second, status: 'pending' },
      { method: 'cash', amount: restInCash },
    ],
    // Cash first, in coins or to the centavo, and a wallet for the rest.
    [
      { method: 'cash', amount: random.chance(0.5) ? part : dueInCash(part, coin) },
      { method: 'gcash', amount: total - part, status },
    ],
  ];
  return random.pick(ways) ?? [];
}

/** Gives a unit a price of its own, at the till. */
async function givePrice(store: ProvenStore, shift: ModelShift, unit: ModelUnit): Promise<void> {
  const own = store.random.whole(30_000, 200_000);
  await store.done('manager', shift.till, `/pos/inventory/${unit.id}/price`, { own_price: pesos(own) });
  unit.own = own;
}

/** Sells some units, with a discount now and then, to anybody or to a customer of a group. */
export async function sell(store: ProvenStore, shift: ModelShift): Promise<void> {
  const { random, coin } = store;
  const cart = await fillCart(store, shift, 'seller');
  const { draft, total, who } = cart;
  const path = `/transactions/${draft.id}/complete`;
  if (random.chance(0.05)) {
    // Less than is due in cash, of all or of the little that a wallet leaves.
    const rest = random.chance(0.5) ? total : random.whole(3, 99);
    const short = asked({ method: 'cash', amount: Math.min(dueInCash(rest, coin) - 1, rest - 2) }, draft.id);
    const wallet = asked({ method: 'gcash', amount: total - rest, status: 'completed' }, draft.id);
    const body = { payments: rest === total ? [short] : [wallet, short] };
    await store.refused(who, shift.till, path, body, 'insufficient_payment');
  }
  const payments = someWay(random, total, coin);
  const { transaction } = await store.done<WireSale>(who, shift.till, path, {
    payments: payments.map((payment) => asked(payment, draft.id)),
  });
  enterSale(store, shift, cart, transaction);
}

type ModelCart = {
  draft: WireTransaction;
  units: ModelUnit[];
  lines: { unit: ModelUnit; price: number }[];
  total: number;
  who: 'seller' | 'manager';
};

/** Returns the payments of a sum that an exchange leaves to pay, in one of the ways people pay. */
export const waysToPay = (store: ProvenStore, sum: number, draftId: number) => {
  if (sum === 0) return [];
  // Too little for two methods is paid in cash, to the centavo.
  const ways: Payment[] =
    sum < 300 ? [{ method: 'cash', amount: sum }] : someWay(store.random, sum, store.coin);
  return ways.map((payment) => asked(payment, draftId));
};

/** Fills a cart with some units, with a discount now and then, for anybody or for a customer of a group. */
export async function fillCart(
  store: ProvenStore,
  shift: ModelShift,
  by: 'seller' | 'manager',
): Promise<ModelCart> {
  const { random, ledger } = store;
  const units = await store.takeUnits(random.whole(1, 3));
  const group = random.pick(groups) ?? null;
  const offs = units.map(() => (random.chance(0.2) ? random.whole(1, 15_000) : 0));
  const cart = {
    items: units.map(({ id: inventory_item_id }, index) => {
      const value = pesos(offs[index] ?? 0);
      const discounts = value ? [{ type: 'fixed', value, reason: 'Scratch' }] : [];
      return { inventory_item_id, discounts };
    }),
    ...(group === null ? {} : { customer_id: store.customerAt(shift.till, group) }),
  };
  const unpriced = units.filter((unit) => !priceOf(unit, store.lists, group));
  if (unpriced.length > 0) {
    await store.refused(by, shift.till, '/transactions', cart, 'price_missing');
    for (const unit of unpriced) await givePrice(store, shift, unit);
  }
  const lines = units.map((unit, index) => {
    const { price, floor } = priceOf(unit, store.lists, group) ?? { price: 0, floor: 0 };
    return { unit, listed: price, price: price - (offs[index] ?? 0), floor };
  });
  const isLow = lines.some(({ price, floor }) => price < floor);
  if (isLow && by === 'seller') await store.refused(by, shift.till, '/transactions', cart, 'price_floor');
  const who = isLow ? 'manager' : by;
  const draft = await store.done<WireTransaction>(who, shift.till, '/transactions', cart);
  const told = draft.transaction_items.map((line) => [line.inventory_item_id, line.price, line.final_price]);
  const expected = lines.map(({ unit, listed, price }) => [unit.id, pesos(listed), pesos(price)]);
  ledger.check(JSON.stringify(told) === JSON.stringify(expected), 'Prices are apart', {
    told,
    expected,
    group,
  });

  return { draft, units, lines, total: totalOf(lines.map(({ price }) => price)), who };
}

/** Enters a completed sale in the books, and compares what it says of itself. */
export function enterSale(
  store: ProvenStore,
  shift: ModelShift,
  { units, lines }: ModelCart,
  transaction: WireTransaction,
): ModelSale {
  const { coin, ledger } = store;
  const sale = new ModelSale(
    transaction.id,
    transaction.transaction_items.map(({ id }, index) => {
      const { unit, price } = lines[index] ?? { unit: units[0] as ModelUnit, price: 0 };
      return { id, unit, price, isBack: false, isTradedIn: false };
    }),
    transaction.payments
      .filter(({ deleted_at }) => deleted_at === null)
      .map(({ id, method, amount, status, reference_number }) => ({
        id,
        method: method as Method,
        amount: centavos(amount),
        state: status === 'pending' ? 'pending' : 'in',
        tradeIn: store.tradeIns.find(({ number }) => number === reference_number),
      })),
    coin,
  );
  for (const unit of units) unit.place = 'sold';
  const sold = transaction.transaction_items.map((line) => [line.category, line.condition_rating]);
  ledger.check(
    JSON.stringify(sold) === JSON.stringify(units.map(({ category, rating }) => [category, rating])),
    'A unit was sold in another condition',
    { sold, units },
  );
  store.books.sell(store.today, shift, sale);
  checkSale(store, sale, transaction);
  store.sales.push(sale);
  ledger.report.acknowledged += 1;
  return sale;
}

const idsOf = (some: readonly { id: number }[]) => some.map(({ id }) => id).join();

/** Compares what a sale says of its money. */
export function checkSale(store: ProvenStore, sale: ModelSale, told: WireTransaction): void {
  const { total, change, rounding, gone, isOver, pending, kept } = sale;
  const owedBack = isOver ? 0 : sale.dueFor([]);
  const figures = {
    total_amount: total,
    change_due: change,
    cash_rounding: rounding,
    balance_due: isOver ? 0 : sale.balance,
    owed_back: owedBack,
    refunded_amount: gone,
  };
  for (const [name, expected] of Object.entries(figures)) {
    const amount = centavos(told[name as keyof typeof figures] ?? NaN);
    store.ledger.check(amount === expected, `${name} is apart`, { told: amount, sale });
  }
  const goingBack = told.payments.filter(({ deleted_at, trade_in }) => !deleted_at && trade_in?.goes_back);
  // A voided sale tells what went back.
  const goes = (tradeIn?: ModelTradeIn) =>
    told.status === 'void' ? tradeIn?.state === 'Given back' : tradeIn?.goesBack;
  const expected = sale.payments.filter(({ state, tradeIn }) => state !== 'lost' && goes(tradeIn));
  store.ledger.check(idsOf(goingBack) === idsOf(expected), 'Another traded-in unit goes back', {
    told,
    sale,
  });
  for (const { tradeIn, state } of isOver ? sale.payments : []) {
    if (!tradeIn || state === 'lost') continue;
    const isBack = tradeIn.state === 'Given back';
    store.ledger.saw(isBack ? 'traded-in units that went back' : 'cash in the place of traded-in units');
  }
  // The books are explained by the money to the centavo, unless some is pending, to be given back or kept on purpose.
  if (isOver || pending.length > 0 || owedBack > 0 || kept > 0) return;
  const explained = sale.paid - gone + sale.roundingLeft + Math.max(0, sale.missing);
  store.ledger.check(sale.net === explained, 'A sale is not the money, the rounding and what is owed', {
    explained,
    sale,
  });
}

const compareSale = async (store: ProvenStore, sale: ModelSale): Promise<void> => {
  const answer = await store.by('manager').get<WireTransaction>(`/transactions/${sale.id}`);
  checkSale(store, sale, answer.body);
};

/** Confirms a pending payment, or fails it. */
export async function review(store: ProvenStore, shift: ModelShift): Promise<void> {
  const { random, books } = store;
  const sale = random.pick(store.sales.filter(({ pending, isOver }) => pending.length > 0 && !isOver));
  const payment = random.pick(sale?.pending ?? []);
  if (!sale || !payment) return;
  const path = `/payments/${payment.id}`;
  if (random.chance(0.25)) {
    await store.done('manager', undefined, `${path}/mark-failed`, { reason: 'Never came' });
    books.lose(store.today, null, sale, payment);
  } else {
    const isAtTill = payment.method === 'cash' || random.chance(0.5);
    await store.done('manager', isAtTill ? shift.till : undefined, `${path}/verify`);
    books.receive(store.today, isAtTill ? shift : null, sale, payment, store.coin);
    if (sale.dueFor([]) > 0) store.ledger.saw('late payments of units that were back');
  }
  await compareSale(store, sale);
}

/** Takes what a sale still lacks, or a part of it, and never more. */
export async function payBalance(store: ProvenStore, shift: ModelShift): Promise<void> {
  const { random, coin } = store;
  const sale = random.pick(store.sales.filter(({ isOver, balance }) => !isOver && balance > 0));
  if (!sale) return;
  const { balance } = sale;
  const path = `/transactions/${sale.id}/payments`;
  if (random.chance(0.1)) {
    const more = asked({ method: 'cash', amount: balance + 1 }, sale.id);
    await store.refused('manager', shift.till, path, more, 'beyond_balance');
  }
  // A rest of a single centavo would not be asked for.
  const part = random.whole(1, Math.max(1, balance - 2));
  const isCash = random.chance(0.6);
  const due = dueInCash(balance, coin);
  const amount = random.pick(isCash ? [due, balance, random.whole(due, balance), part] : [balance, part]);
  if (amount === undefined || balance - amount === 1) return;
  const method = isCash ? ('cash' as const) : ('gcash' as const);
  const form = asked({ method, amount, status: 'completed' }, sale.id);
  const { id } = await store.done<{ id: number }>('manager', shift.till, path, form);
  const payment: ModelPayment = { id, method, amount, state: 'in' };
  store.books.receive(store.today, shift, sale, payment, coin);
  store.ledger.saw('late payments of a balance');
  await compareSale(store, sale);
}

/** Deletes a payment that was none; never one that was refunded already, nor cash that is no longer in the drawer. */
export async function deletePayment(store: ProvenStore, shift: ModelShift): Promise<void> {
  const { random, books } = store;
  const sale = random.pick(store.sales.filter(({ isOver }) => !isOver));
  const payment = random.pick(sale?.payments.filter(({ state }) => state === 'in') ?? []);
  if (!sale || !payment) return;
  const { tradeIn } = payment;
  const isCash = payment.method === 'cash';
  const isAtTill = isCash || tradeIn !== undefined;
  const { status } = await store.change(
    'manager',
    isAtTill ? shift.till : undefined,
    `/payments/${payment.id}`,
    { reason: 'Counterfeit' },
    'delete',
  );
  const others = isCash ? sale.cashIn - payment.amount : sale.cashIn;
  const cash = sale.cashIn - sale.change - Math.max(0, others - sale.change);
  const left = isCash ? sale.paid - cash : sale.paid - payment.amount;
  const isAllowed =
    payment.method !== 'exchange' &&
    tradeIn?.isUntouched !== false &&
    (sale.gone === 0 || left >= sale.gone) &&
    (!isCash || cash <= shift.drawer);
  store.ledger.check((status === 200) === isAllowed, `The deletion of a payment was ${status}`, {
    sale,
    payment,
    drawer: shift.drawer,
  });
  if (!isAllowed) return store.ledger.saw('payments that could not be deleted');
  books.lose(store.today, isAtTill ? shift : null, sale, payment);
  if (tradeIn) books.handBack(store.today, shift, tradeIn);
  store.ledger.saw('deleted payments');
  await compareSale(store, sale);
}
