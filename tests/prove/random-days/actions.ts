import type { Answer } from '#tests/support/http.ts';
import type { WireRefunded, WireSale, WireTransaction } from '#tests/support/selling.ts';
import type { WireShift } from '#tests/support/shifts.ts';
import { cashOfRefund, dueFor, type ModelSale, type ModelShift } from './drawer-model.ts';
import type { ProvenStore } from './proven-store.ts';

// Actions of people at a till all day: each is done at a server, entered in the books, and its answer is checked.

/** Opens a shift with some float. */
export async function openShift(store: ProvenStore, till: number): Promise<void> {
  const float = store.random.whole(0, 20) * 500;
  const { id } = await store.done<WireShift>('seller', till, '/shifts', { amount: float });
  store.books.open(id, till, float, store.today);
}

/** Sells a unit or two, paid in one of the methods. */
export async function sell(store: ProvenStore, shift: ModelShift): Promise<void> {
  const { random } = store;
  const items = (await store.takeUnits(random.whole(1, 2))).map((inventory_item_id) => ({
    inventory_item_id,
  }));
  const draft = await store.done<WireTransaction>('seller', shift.till, '/transactions', { items });
  // Goods of 1,000 pesos, a tenth of tax on top.
  const total = items.length * 1100;
  const above = random.chance(0.5) ? random.whole(0, 900) : 0;
  const reference = { reference_number: `R-${draft.id}` };
  // Even, so that a unit's half of it is whole.
  const part = 2 * random.whole(1, total / 2 - 1);
  const ways = [
    [{ method: 'cash', amount: total + above }],
    [{ method: 'card', amount: total, ...reference }],
    [{ method: 'gcash', amount: total, status: 'pending', ...reference }],
    [{ method: 'cash', amount: total + above, status: 'pending' }],
    [
      { method: 'gcash', amount: part, status: random.chance(0.5) ? 'pending' : 'completed', ...reference },
      { method: 'cash', amount: total - part + above },
    ],
  ];
  const payments = random.pick(ways) ?? [];
  const path = `/transactions/${draft.id}/complete`;
  const { transaction } = await store.done<WireSale>('seller', shift.till, path, { payments });
  const came = (method: 'cash' | 'other') =>
    payments
      .filter(
        (p) => !('status' in p && p.status === 'pending') && (p.method === 'cash') === (method === 'cash'),
      )
      .reduce((sum, { amount }) => sum + amount, 0);
  const late = transaction.payments.find(({ status }) => status === 'pending');
  const waiting = late ? late.amount : 0;
  const cash = came('cash');
  const sale: ModelSale = {
    id: transaction.id,
    lines: transaction.transaction_items.map(({ id }) => ({ id, isBack: false })),
    total,
    cash,
    change: Math.min(cash, Math.max(0, cash + came('other') + waiting - total)),
    other: came('other'),
    pending: late
      ? { id: late.id, method: late.method === 'cash' ? 'cash' : 'gcash', amount: late.amount }
      : null,
    gone: 0,
    goneInCash: 0,
    kept: 0,
    net: total,
    isOver: false,
  };
  store.ledger.check(transaction.change_due === sale.change, 'Another change was given', {
    given: transaction.change_due,
    expected: sale.change,
  });
  store.books.sell(store.today, shift, sale);
  store.sales.push(sale);
  store.ledger.report.acknowledged += 1;
}

/** Confirms a pending payment, or fails it. */
export async function review(store: ProvenStore, shift: ModelShift): Promise<void> {
  const sale = store.random.pick(store.sales.filter(({ pending, isOver }) => pending && !isOver));
  if (!sale?.pending) return;
  const { id, method } = sale.pending;
  if (store.random.chance(0.2)) {
    await store.done('manager', undefined, `/payments/${id}/mark-failed`, { reason: 'Never came' });
    sale.pending = null;
    return;
  }
  const isAtTill = method === 'cash' || store.random.chance(0.5);
  await store.done('manager', isAtTill ? shift.till : undefined, `/payments/${id}/verify`);
  store.books.receive(store.today, isAtTill ? shift : null, sale);
  if (dueFor(sale, 0) > 0) store.ledger.saw('late payments of units that were back');
}

/** Voids a sale, or refunds units of it. */
export async function giveBack(store: ProvenStore, shift: ModelShift): Promise<void> {
  const { random } = store;
  const sale = random.pick(store.sales.filter(({ isOver }) => !isOver));
  if (!sale) return;
  const left = sale.lines.filter(({ isBack }) => !isBack);
  if (left.length === sale.lines.length && random.chance(0.3)) {
    const path = `/transactions/${sale.id}/void`;
    const answer = await store.change('manager', shift.till, path, { reason: 'Wrong unit' });
    if (isHandedBack(store, answer, shift, sale.cash - sale.change))
      store.books.void(store.today, shift, sale);
    return;
  }
  const isOwed = dueFor(sale, 0) > 0;
  const count = isOwed && random.chance(0.5) ? 0 : random.chance(0.5) ? 1 : left.length;
  const units = left.slice(0, count).map(({ id }) => id);
  const due = dueFor(sale, units.length);
  const amount = random.chance(0.1) ? random.whole(0, due) : due;
  const answer = await store.change<WireRefunded>('manager', shift.till, `/transactions/${sale.id}/refund`, {
    items: units.map((id) => ({ id })),
    reason: 'Defective',
    ...(amount === due ? {} : { amount }),
  });
  if (!isHandedBack(store, answer, shift, cashOfRefund(sale, amount))) return;
  const told = answer.body.refund.amount;
  store.ledger.check(told === amount, 'Another amount went back', { told, amount });
  store.books.refund(store.today, shift, sale, units, amount);
}

/** Checks that cash goes back only if the drawer holds it; returns true if it does. */
function isHandedBack(
  store: ProvenStore,
  { status, body }: Answer<unknown>,
  shift: ModelShift,
  cash: number,
): boolean {
  const isThere = cash === 0 || cash <= shift.drawer;
  store.ledger.check((status === 200) === isThere, `Cash that was handed back: ${status}`, { cash, body });
  if (!isThere) store.ledger.saw('too little in the drawer to hand back');
  return isThere;
}

/** Puts cash into a drawer or takes some out, now and then more than it holds. */
export async function moveCash(store: ProvenStore, shift: ModelShift): Promise<void> {
  const { random } = store;
  const kind = random.pick(['pay_in', 'pay_out', 'drop'] as const) ?? 'pay_in';
  const amount = random.whole(1, 800);
  const body = { kind, amount, reason: 'Proof' };
  const answer = await store.change('manager', shift.till, '/cash-movements', body);
  const isAllowed = kind === 'pay_in' || amount <= shift.drawer;
  store.ledger.check((answer.status === 201) === isAllowed, `A ${kind} was ${answer.status}`, {
    amount,
    drawer: shift.drawer,
  });
  if (isAllowed) store.books.move(store.today, shift, kind === 'pay_in' ? amount : -amount);
}
