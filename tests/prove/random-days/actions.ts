import type { Answer } from '#tests/support/http.ts';
import type { WireRefunded, WireTransaction } from '#tests/support/selling.ts';
import type { WireShift } from '#tests/support/shifts.ts';
import type { ModelShift } from './drawer-model.ts';
import { centavos, pesos } from './pesos.ts';
import type { ProvenStore } from './proven-store.ts';
import { up, type ModelLine, type ModelSale } from './sale-model.ts';
import { checkSale, enterSale, fillCart, waysToPay } from './selling.ts';

// Actions of people at a till all day, beside its sales: each is done at a server, entered in the books, and its answer
// is checked.

/** Opens a shift with some float. */
export async function openShift(store: ProvenStore, till: number): Promise<void> {
  const amount = store.random.whole(0, 20) * 500;
  const { id } = await store.done<WireShift>('seller', till, '/shifts', { amount });
  store.books.open(id, till, centavos(amount), store.today);
}

/** Gives a unit on sale another price of its own, or takes that away. */
export async function price(store: ProvenStore): Promise<void> {
  const { random } = store;
  const unit = random.pick(store.stock);
  if (!unit) return;
  const own = random.chance(0.3) ? null : random.whole(30_000, 200_000);
  const body = { own_price: own === null ? null : pesos(own) };
  const { status } = await store.change('manager', undefined, `/inventory/${unit.id}`, body, 'put');
  store.ledger.check(status === 200, `A price was ${status}`);
  unit.own = own;
}

/** Puts returned units back on sale, or aside. */
function putBack(lines: readonly ModelLine[], place: 'available' | 'defective'): void {
  for (const { unit } of lines) unit.place = place;
}

/** Returns the lines that were not returned, and those of them whose units the sale still has. */
function linesOf({ lines }: ModelSale) {
  const kept = lines.filter(({ isBack }) => !isBack);
  return { kept, left: kept.filter(({ isTradedIn }) => !isTradedIn) };
}

/** Voids a sale, or refunds units of it. */
export async function giveBack(store: ProvenStore, shift: ModelShift): Promise<void> {
  const { random, ledger, coin } = store;
  const sale = random.pick(store.sales.filter(({ isOver }) => !isOver));
  if (!sale) return;
  const { kept, left } = linesOf(sale);
  if (kept.length === sale.lines.length && random.chance(0.3)) {
    const path = `/transactions/${sale.id}/void`;
    const body = { reason: 'Wrong unit' };
    const isApart = left.length < kept.length || sale.isExchange;
    if (isApart) return store.refused('manager', shift.till, path, body, 'illegal_state');
    const answer = await store.change<WireTransaction>('manager', shift.till, path, body);
    const exact = sale.cashOf(sale.paid);
    if (!isHandedBack(store, answer, shift, up(exact, coin))) return;
    const rounding = centavos(answer.body.void_rounding ?? 0);
    ledger.check(rounding === up(exact, coin) - exact, 'A void was rounded otherwise', { rounding, sale });
    store.books.void(store.today, shift, sale, coin);
    putBack(sale.lines, 'available');
    checkSale(store, sale, answer.body);
    return;
  }
  const isOwed = sale.dueFor([]) > 0;
  if (left.length === 0 && !isOwed) return;
  const count = isOwed && random.chance(0.5) ? 0 : random.chance(0.5) ? 1 : left.length;
  const lines = left.slice(0, count);
  const due = sale.dueFor(lines);
  const amount = random.chance(0.1) ? random.whole(0, due) : due;
  const disposition = random.chance(0.7) ? 'available' : 'defective';
  const answer = await store.change<WireRefunded>('manager', shift.till, `/transactions/${sale.id}/refund`, {
    items: lines.map(({ id }) => ({ id, disposition })),
    reason: 'Defective',
    ...(amount === due ? {} : { amount: pesos(amount) }),
  });
  const exact = sale.cashOf(amount);
  if (!isHandedBack(store, answer, shift, up(exact, coin))) return;
  const { refund, transaction } = answer.body;
  const told = [refund.amount, refund.cash_rounding ?? 0].map(centavos);
  const expected = [amount, up(exact, coin) - exact];
  ledger.check(told.join() === expected.join(), 'Another amount went back', { told, expected });
  store.books.refund(store.today, shift, sale.refund(lines, amount, coin));
  putBack(lines, disposition);
  checkSale(store, sale, transaction);
}

/** Exchanges units of a sale for others: only the difference is paid, or goes back. */
export async function exchange(store: ProvenStore, shift: ModelShift): Promise<void> {
  const { random, ledger, coin } = store;
  const sale = random.pick(store.sales.filter(({ isOver }) => !isOver));
  if (!sale) return;
  const { left } = linesOf(sale);
  if (left.length === 0) return;
  const lines = left.slice(0, random.chance(0.5) ? 1 : left.length);
  const due = sale.dueFor(lines);
  const cart = await fillCart(store, shift, 'manager');
  const { draft, total, units } = cart;
  const carried = Math.min(due, total);
  const exact = sale.cashOf(due - carried);
  const disposition = random.chance(0.7) ? 'available' : 'defective';
  type Exchanged = WireRefunded & { returned: WireTransaction };
  const body = {
    transaction_id: sale.id,
    items: lines.map(({ id }) => ({ id, disposition })),
    reason: 'Another one',
    draft_id: draft.id,
    payments: waysToPay(store, total - carried, draft.id),
  };
  const isInCart = sale.isInCart(due - carried);
  if (isInCart) await store.refused('manager', shift.till, '/exchanges', body, 'illegal_state');
  const answer = isInCart ? null : await store.change<Exchanged>('manager', shift.till, '/exchanges', body);
  if (!answer || !isHandedBack(store, answer, shift, up(exact, coin))) {
    await store.change('manager', shift.till, `/transactions/${draft.id}`, {}, 'delete');
    for (const unit of units) unit.place = 'available';
    return;
  }
  const { refund, returned, transaction } = answer.body;
  const byExchange = refund.payouts.find(({ method }) => method === 'exchange')?.amount ?? 0;
  const told = [refund.amount, refund.cash_rounding ?? 0, byExchange].map(centavos);
  const expected = [due, up(exact, coin) - exact, carried];
  ledger.check(told.join() === expected.join(), 'An exchange carried another amount', { told, expected });
  store.books.refund(store.today, shift, sale.refund(lines, due, coin, carried));
  putBack(lines, disposition);
  enterSale(store, shift, cart, transaction).isExchange = true;
  // Told as it is after the exchange: a unit that was traded in for it may have been sold in that.
  checkSale(store, sale, returned);
  ledger.saw(carried === 0 ? 'exchanges of nothing' : 'exchanges');
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
  const amount = random.whole(1, 80_000);
  const body = { kind, amount: pesos(amount), reason: 'Proof' };
  const answer = await store.change('manager', shift.till, '/cash-movements', body);
  const isAllowed = kind === 'pay_in' || amount <= shift.drawer;
  store.ledger.check((answer.status === 201) === isAllowed, `A ${kind} was ${answer.status}`, {
    amount,
    drawer: shift.drawer,
  });
  if (isAllowed) store.books.move(store.today, shift, kind === 'pay_in' ? amount : -amount);
}
