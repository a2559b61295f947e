import type { OfflineCompletion } from '#bridge/offline-sales.ts';
import type { WireSale, WireTransaction } from '#tests/support/selling.ts';
import { centavos, pesos } from '../random-days/pesos.ts';
import { dueInCash, ModelSale, type ModelPayment } from '../random-days/sale-model.ts';
import {
  reckon,
  Sold,
  type Cart,
  type CartLine,
  type Filed,
  type Reckoned,
  type SoldLine,
  type Unit,
} from './model.ts';
import type { Person, Shop, Till } from './shop.ts';
import type { WireRecorded } from './till.ts';

// Sales at a till, with the server and without it.

const HOUR = 3_600_000;
/** Milliseconds that a cart holds its units. */
export const HOLD = 300_000;

type Paid = ModelPayment & { reference?: string };

/** The payments of a total, in one of the ways people pay. */
export function ways(shop: Shop, total: number, isOffline: boolean): Paid[] {
  const { random, coin } = shop;
  const due = (amount: number) => dueInCash(amount, coin);
  const cash = (amount: number): Paid => ({
    id: 0,
    method: 'cash',
    amount:
      random.pick([
        due(amount),
        amount,
        Math.ceil(amount / 10_000) * 10_000,
        amount + random.whole(1, 90_000),
      ]) ?? amount,
    state: 'in',
  });
  const other = (method: 'gcash' | 'card', amount: number): Paid => ({
    id: 0,
    method,
    amount,
    state: isOffline || method === 'gcash' ? 'pending' : 'in',
    reference: shop.nextReference(),
  });
  const part = random.whole(100, Math.max(100, total - 100));
  const some = random.next();
  if (some < 0.55 || total < 300) return [cash(total)];
  if (some < 0.7) return [other('gcash', total)];
  if (some < 0.8) return [other('card', total)];
  return [other(random.pick(['gcash', 'card'] as const) ?? 'gcash', part), cash(total - part)];
}

/** Lets off something of some lines or of the whole; now and then below what the goods may be sold for. */
function letOff(shop: Shop, lines: CartLine[], mayGoBelow: boolean): { lines: CartLine[]; off: number } {
  const { random } = shop;
  const isBelow = mayGoBelow && random.chance(0.05);
  const floorOf = ({ unit, variation, price }: CartLine) =>
    Math.min(unit?.own ?? variation.retail, variation.minimum, price);
  const some = lines.map((line) => {
    const most = isBelow ? Math.floor(line.price / 2) : line.price - floorOf(line);
    return random.chance(0.25) && most > 0 ? { ...line, off: random.whole(1, most) } : line;
  });
  if (!random.chance(0.2)) return { lines: some, off: 0 };
  const left = some.reduce((sum, { price, off }) => sum + price - off, 0);
  const off = random.whole(1, Math.max(1, Math.floor(left / 20)));
  const { nets } = reckon({ lines: some, off, tax: { rate: 0, isIncluded: false } });
  const isFine = some.every((line, index) => (nets[index] ?? 0) >= floorOf(line));
  return { lines: some, off: isFine ? off : 0 };
}

const wireDiscounts = (off: number) =>
  off > 0 ? [{ type: 'fixed' as const, value: pesos(off), reason: 'Scratch' }] : [];

const wireOf = ({ method, amount, state, reference }: Paid) => ({
  method: method as 'cash' | 'gcash' | 'card',
  amount: pesos(amount),
  status: state === 'in' ? ('completed' as const) : ('pending' as const),
  reference_number: reference ?? null,
  expected_date: null,
  notes: null,
});

/** A cart's payments as a completion at the server takes them. */
export const wirePayments = ({ payments }: Cart) =>
  (payments as Paid[]).map(({ method, amount, state, reference }) => ({
    method,
    amount: pesos(amount),
    status: state === 'in' ? 'completed' : 'pending',
    ...(reference ? { reference_number: reference } : {}),
  }));

type Made = { cart: Cart; reckoned: Reckoned; change: number; rounding: number };

/** Reckons change and rounding of a cart's payments, as on paper. */
function closeCart(shop: Shop, cart: Cart): Made {
  const reckoned = reckon(cart);
  const fresh = cart.payments.map((payment) => ({ ...payment }));
  const { change, rounding } = new ModelSale(0, [], fresh, shop.coin, reckoned.total);
  return { cart, reckoned, change, rounding };
}

const codeOf = ({ imei, imei2, serial }: Unit) => imei ?? imei2 ?? serial ?? '';

type Names = { cartKey: string; draft: Filed['draft']; completionKey: string | null };

function completionOf(
  till: Till,
  { cart, reckoned, change, rounding }: Made,
  { cartKey, draft, completionKey }: Names,
): OfflineCompletion {
  const { store, seller, copy } = till;
  const lines = cart.lines.map(({ unit, variation, price, off }, no) => ({
    key: unit ? `u${unit.id}` : `p${no}`,
    kind: 'unit' as const,
    inventory_item_id: unit?.id ?? null,
    product_variation_id: variation.id,
    scanned_code: unit ? codeOf(unit) : variation.barcode,
    name: variation.name,
    serial_number: unit?.serial ?? null,
    imei: unit?.imei ?? null,
    imei2: unit?.imei2 ?? null,
    category: 'new' as const,
    condition_rating: null,
    price: pesos(price),
    discounts: wireDiscounts(off),
    discount_amount: pesos(off),
    final_price: pesos(price - off),
    tax_kind: 'vatable' as const,
    note: null,
    sold_by_id: null,
  }));
  return {
    cart_key: cartKey,
    cart: {
      store_id: store.id,
      staff_id: seller.id,
      shift_id: copy.shiftId,
      draft,
      completion_key: completionKey,
      customer_id: cart.customer,
      lines,
      discounts: wireDiscounts(cart.off),
      subtotal: pesos(reckoned.subtotal),
      discount_amount: pesos(reckoned.discount),
      taxable_amount: pesos(reckoned.taxable),
      tax_rate: cart.tax.rate,
      prices_include_tax: cart.tax.isIncluded,
      tax_amount: pesos(reckoned.taxAmount),
      total_amount: pesos(reckoned.total),
      payments: cart.payments.map(wireOf),
      change_due: pesos(change),
      cash_rounding: pesos(rounding),
      buyer_name: null,
      buyer_tin: null,
      buyer_address: null,
      receipt_email: null,
    },
    receipt: JSON.stringify({ shop_name: 'Gadgets', total_amount: reckoned.total }),
    rules: copy.rules,
  };
}

/** Milliseconds within which nobody can say whether a copy is later than a sale. */
const RECKONED = 10_000;

/** The units that the till may have in hand: known to its copy, and in no sale of its that waits or is later than the copy. */
function inHand({ filed, copy }: Till): Unit[] {
  const sold = new Set(
    filed
      .filter(({ outcome }) => outcome === null || outcome.at + RECKONED >= copy.asOf)
      .flatMap(({ cart }) => cart.lines.flatMap(({ unit }) => unit ?? [])),
  );
  return copy.units.filter((unit) => !sold.has(unit));
}

/** Picks what is sold: units by their codes, those that others are after first now and then, and pieces by a barcode. */
function pickLines(shop: Shop, till: Till, isContested: (unit: Unit) => boolean): CartLine[] {
  const { random } = shop;
  const lines: CartLine[] = [];
  const some = inHand(till);
  for (let left = random.whole(1, 3); left > 0; left -= 1) {
    const pieces = shop.variations.filter(({ isNumbered }) => !isNumbered);
    const piece = random.pick(pieces);
    if (piece && random.chance(0.3)) {
      lines.push({ unit: null, variation: piece, price: till.copy.prices.get(piece.id) ?? 0, off: 0 });
      continue;
    }
    const free = some.filter((unit) => !lines.some((line) => line.unit === unit));
    const contested = free.filter(isContested);
    const unit = random.pick(random.chance(0.4) && contested.length > 0 ? contested : free);
    if (!unit) continue;
    const price = till.copy.owns.get(unit.id) ?? till.copy.prices.get(unit.variation.id) ?? 0;
    lines.push({ unit, variation: unit.variation, price, off: 0 });
  }
  return lines;
}

/** Sells without the server: the till keeps the sale, and sends it when its line is back. */
export async function sellOffline(
  shop: Shop,
  till: Till,
  draft: { cart: Cart; id: number; version: number } | null = null,
  completionKey: string | null = null,
): Promise<Filed | null> {
  const { random } = shop;
  // It heard by a later answer that its credential had ended.
  if (till.lined.isRefused && till.lined.line.isCut) return null;
  if (till.lined.isRefused) await getAnother(shop, till);
  if (!till.lined.line.isCut) shop.renew(till);
  // Where a store sells in shifts alone, nothing is sold without one.
  const opening = till.copy.shiftId === null ? shop.waitingOpening(till) : null;
  if (till.store.keepsShifts && till.copy.shiftId === null && !opening) return null;
  const elsewhere = shop.tills
    .filter((other) => other !== till)
    .flatMap(({ filed }) =>
      filed
        .filter(({ outcome }) => !outcome)
        .flatMap(({ cart }) => cart.lines.flatMap(({ unit }) => unit ?? [])),
    );
  const isContested = (unit: Unit) =>
    elsewhere.includes(unit) || unit.place !== 'available' || unit.handled.length > 0;
  const picked = draft ? draft.cart.lines : pickLines(shop, till, isContested);
  if (picked.length === 0) return null;
  const { lines, off } = draft ? draft.cart : letOff(shop, picked, true);
  const somebody = random.chance(0.3) ? (random.pick(shop.customers) ?? null) : null;
  const customer = draft ? draft.cart.customer : somebody;
  const bare = { lines, off, tax: draft?.cart.tax ?? till.copy.tax, customer };
  const total = reckon(bare).total;
  const made = closeCart(shop, {
    ...bare,
    payments: draft && completionKey ? draft.cart.payments : ways(shop, total, true),
  });
  const names: Names = {
    cartKey: `cart-${shop.name}-${till.index}-${till.filed.length}-${random.whole(0, 10 ** 9)}`.slice(0, 60),
    draft: draft && { id: draft.id, version: draft.version },
    completionKey,
  };
  const completion = completionOf(till, made, names);
  const { now, answered_at } = await till.lined.state();
  const { rules } = till.copy;
  const isOver = rules.max_total !== null && total > rules.max_total;
  const isTaken = made.cart.payments.every(({ method }) => (rules.methods as string[]).includes(method));
  const [why = null] = [
    ...(rules.enabled ? [] : ['switched off']),
    ...(now - (answered_at ?? 0) > rules.hours * HOUR ? ['hours'] : []),
    ...(isOver ? ['largest total'] : []),
    ...(isTaken ? [] : ['method']),
  ];
  const result = await till.lined.complete(completion);
  if ('refused' in result) {
    shop.check(why !== null, 'A till refused a sale', { till: till.index, refused: result.refused });
    shop.ledger.saw(`refused at the till: ${why}`);
    return null;
  }
  shop.check(why === null, 'A till made a sale beyond a limit', { till: till.index, why });
  const { sale } = result;
  till.lastNo += 1;
  const number = `${till.store.code}-${till.code}${till.letter}-X${String(till.lastNo).padStart(6, '0')}`;
  shop.check(sale.number === number, 'A till gave another number', { told: sale.number, number });
  const again = await till.lined.complete(completion);
  shop.check('sale' in again && again.sale.key === sale.key, 'A cart was sold twice', { number });
  const [waiting] = till.lined.file.waiting().filter(({ key }) => key === sale.key);
  // Sent already, where the line is up.
  const body = waiting?.body ?? '';
  const before = till.filed.at(-1);
  // Only the server's word sets it back.
  const isMonotone = !before || sale.made_at >= before.madeAt || answered_at !== before.answeredAt;
  shop.check(isMonotone, 'A till’s moment lies before the one of its last sale', { number });
  if (!till.isClockWrong)
    shop.check(sale.made_at === shop.now, 'A till’s clock is wrong', {
      number,
      told: sale.made_at,
      now: shop.now,
    });
  const filed: Filed = {
    till: till.index,
    key: sale.key,
    number,
    hash: waiting?.hash ?? '',
    body,
    madeAt: sale.made_at,
    answeredAt: answered_at ?? 0,
    storeId: till.store.id,
    shiftId: till.copy.shiftId,
    opening,
    staffId: till.seller.id,
    cart: made.cart,
    reckoned: made.reckoned,
    draft: names.draft,
    letter: till.letter,
    given: null,
    outcome: null,
  };
  till.filed.push(filed);
  shop.filed.set(filed.key, filed);
  shop.note(
    `T${till.index} sells ${number} at ${clockText(filed.madeAt)}: ${namesOf(lines)}${draft ? ` of draft ${draft.id}` : ''}`,
  );
  shop.ledger.saw('sold offline');
  if (!till.lined.line.isCut) await letSend(shop, till);
  return filed;
}

/** Opens a shift without the server, where the till knows of none that is open. */
export async function openOffline(shop: Shop, till: Till): Promise<void> {
  if (till.copy.shiftId !== null || shop.waitingOpening(till)) return;
  const { rules } = till.copy;
  const float = shop.random.whole(0, 20) * 50_000 + shop.random.whole(0, 3) * 25;
  const { now, answered_at } = await till.lined.state();
  const staff = { id: till.seller.id, name: 'Seller' };
  const shift = { store_id: till.store.id, staff, amount: float, denominations: null, rules };
  const result = await till.lined.openShift(shift);
  const isBeyond = !rules.enabled || now - (answered_at ?? 0) > rules.hours * HOUR;
  shop.check('refused' in result === isBeyond, 'A till opened a shift beyond a limit, or did not', result);
  if ('refused' in result) return;
  const { key, number, opened_at } = result.opening;
  till.lastNo += 1;
  const place = String(till.lastNo).padStart(6, '0');
  const own = `${till.store.code}-${till.code}${till.letter}-X${place}`;
  shop.check(number === own, 'A till gave another number', { told: number, own });
  shop.openings.set(key, {
    till: till.index,
    ...{ key, number, float },
    madeAt: opened_at,
    answeredAt: answered_at ?? 0,
    storeId: till.store.id,
    staffId: till.seller.id,
    letter: till.letter,
    given: null,
    outcome: null,
  });
  shop.note(`T${till.index} opens a shift without the server, ${number}, at ${clockText(opened_at)}`);
  shop.ledger.saw('shifts opened without the server');
}

export const clockText = (instant: number): string => new Date(instant + 8 * HOUR).toISOString().slice(5, 19);
export const namesOf = (lines: readonly CartLine[]): string =>
  lines.map(({ unit, variation }) => (unit ? `u${unit.id}` : `piece ${variation.id}`)).join(', ');

/** The line of a till is up, for some sales or for all: sends, and enters what the server recorded. */
export async function letSend(shop: Shop, till: Till, sales = Infinity, losses = 0): Promise<void> {
  till.lined.line.losses = losses;
  const lostBefore = till.lined.lost;
  const isDone = await till.lined.drain(shop.now, sales);
  shop.check(isDone, 'A till does not send what waits', {
    till: till.index,
    state: await till.lined.state(),
  });
  shop.ledger.saw('answers lost', till.lined.lost - lostBefore);
  till.lined.line.losses = 0;
  till.isClockWrong = false;
  shop.isRestarted.delete(till.index);
  await shop.recordHeard();
  shop.renew(till);
  // Whoever was dismissed meanwhile sells no more.
  if (!till.seller.isActive) till.seller = till.store.sellers.find(({ isActive }) => isActive) ?? till.seller;
  if (till.lined.isRefused) await getAnother(shop, till);
}

/** The lines of a store's tills are back at the same moment: their sales race, and the invoice numbers say who came first. */
export async function sendAtOnce(shop: Shop): Promise<void> {
  const [one, other] = shop.tills;
  if (!one || !other) return;
  const both = [one, other];
  const waits = both.flatMap(({ filed }) => filed.filter(({ outcome }) => outcome === null));
  // Numbers that were given before say nothing of the order.
  if (both.some(({ isEnded }) => isEnded) || waits.some(({ given }) => given !== null)) return;
  const done = await Promise.all(both.map(({ lined }) => lined.drain(shop.now)));
  shop.check(
    done.every((isDone) => isDone),
    'Tills do not send what waits at once',
  );
  await shop.recordHeard();
  for (const till of both) {
    shop.isRestarted.delete(till.index);
    till.isClockWrong = false;
    shop.renew(till);
    if (!till.seller.isActive)
      till.seller = till.store.sellers.find(({ isActive }) => isActive) ?? till.seller;
  }
  shop.note(`T0 and T1 get their lines back at once at ${clockText(shop.now)}`);
  shop.ledger.saw('lines given back at once');
}

/** The server has ended a till's credential: a manager sends its sales, or the till does so by another one. */
async function getAnother(shop: Shop, till: Till): Promise<void> {
  const { random } = shop;
  const { store, lined } = till;
  const waiting = till.filed.filter(({ outcome }) => outcome === null);
  if (waiting.length > 0 && random.chance(0.7)) await sendByHand(shop, till);
  if (!till.seller.isActive) till.seller = store.sellers.find(({ isActive }) => isActive) ?? store.manager;
  const own = {
    till_id: till.id,
    till_code: till.code,
    till_name: `Counter ${till.index + 1}`,
    till_key: till.key,
  };
  lined.line.isCut = false;
  lined.line.sales = Infinity;
  await lined.enrol({ store_id: store.id, store_code: store.code, ...own }, till.seller.token);
  await shop.knowPeople(store, lined);
  till.letter = lined.letter;
  till.credentials.set(till.letter, shop.now);
  till.isEnded = false;
  till.lastNo = 0;
  shop.note(`T${till.index} gets another credential`);
  await letSend(shop, till);
}

/** A manager sends the sales of a till's file, one after another or in any order. */
async function sendByHand(shop: Shop, till: Till): Promise<void> {
  const { random } = shop;
  const { text } = await till.lined.export();
  const { sales } = JSON.parse(text) as {
    sales: { number: string; key: string; hash: string; body: string }[];
  };
  const inOrder = random.chance(0.7) ? sales : sales.toReversed();
  for (const sale of inOrder) {
    if (random.chance(0.1)) continue;
    shop.byHand.add(sale.key);
    for (let times = random.chance(0.3) ? 2 : 1; times > 0; times -= 1) {
      const body = { ...sale, invoice_number: null };
      const options = { storeId: till.store.id };
      const answer = await shop.done<WireRecorded>(shop.admin, null, '/offline-sales', body, options);
      shop.heard.push({ key: sale.key, number: sale.number, answer });
    }
    await shop.recordHeard();
    shop.note(`a manager sends ${sale.number}`);
  }
  shop.ledger.saw('files sent by a manager');
}

export type OnlineCart = { cart: Cart; id: number; version: number; total: number };

/** Fills a cart at a till whose line is up; null if there is nothing left to sell. */
export async function fillCart(
  shop: Shop,
  till: Till,
  person: Person = till.seller,
): Promise<OnlineCart | null> {
  const { random } = shop;
  const { store } = till;
  const stock = shop.units.filter(({ storeId, place }) => storeId === store.id && place === 'available');
  const picked: CartLine[] = [];
  for (let left = random.whole(1, 2); left > 0; left -= 1) {
    const unit = random.pick(stock.filter((each) => !picked.some((line) => line.unit === each)));
    if (unit)
      picked.push({ unit, variation: unit.variation, price: unit.own ?? unit.variation.retail, off: 0 });
  }
  if (picked.length === 0) return null;
  const { lines, off } = letOff(shop, picked, false);
  const bare = { lines, off, tax: store.tax };
  const { total } = reckon(bare);
  const body = {
    items: lines.map((line) => ({ inventory_item_id: line.unit?.id, discounts: wireDiscounts(line.off) })),
    discounts: wireDiscounts(off),
  };
  const draft = await shop.done<WireTransaction>(person, till, '/transactions', body);
  shop.check(centavos(draft.total_amount) === total, 'A cart was reckoned otherwise', {
    told: draft.total_amount,
    total,
  });
  for (const { unit } of lines)
    if (unit) Object.assign(unit, { place: 'locked', heldUntil: shop.now + HOLD });
  return { cart: { ...bare, payments: [], customer: null }, id: draft.id, version: draft.version, total };
}

/** Puts the units of a cart back that is not sold. */
export function freeCart({ lines }: Cart): void {
  for (const { unit } of lines) if (unit?.place === 'locked') unit.place = 'available';
}

export const linesOf = (cart: Cart, rows: readonly { id: number }[]): SoldLine[] =>
  cart.lines.map((line, index) => ({
    id: rows[index]?.id ?? 0,
    unit: line.unit as Unit,
    price: line.price - line.off,
    isBack: false,
    isTradedIn: false,
    isDisputed: false,
    told: line,
  }));

/** Enters a sale that was completed at the server. */
export function enterOnline(shop: Shop, till: Till, cart: Cart, transaction: WireTransaction): Sold {
  const { store } = till;
  const reckoned = reckon(cart);
  const invoice = shop.nextInvoice(store);
  shop.check(transaction.invoice_number === invoice, 'A sale has another invoice number', {
    told: transaction.invoice_number,
    invoice,
  });
  const sale = new Sold(transaction.id, linesOf(cart, transaction.transaction_items), {
    payments: cart.payments,
    coin: shop.coin,
    reckoned,
    storeId: store.id,
    invoice,
    number: null,
    till: till.index,
    customer: cart.customer,
  });
  const told = [transaction.total_amount, transaction.change_due ?? 0, transaction.cash_rounding ?? 0].map(
    centavos,
  );
  shop.check(
    told.join() === [sale.total, sale.change, sale.rounding].join(),
    'A sale was reckoned otherwise',
    { told, sale },
  );
  store.books.enter(shop.today, store.books.shifts.get(till.index) ?? null, sale);
  for (const { method, reference } of cart.payments as Paid[])
    if (reference) shop.references.add(`${method} ${reference}`);
  shop.keep(store, sale);
  return sale;
}

/** Sells at the server. */
export async function sellOnline(shop: Shop, till: Till): Promise<Sold | null> {
  const { store } = till;
  if (till.lined.line.isCut || (store.keepsShifts && !store.books.shifts.has(till.index))) return null;
  const filled = await fillCart(shop, till);
  if (!filled) return null;
  filled.cart.payments = ways(shop, filled.total, false);
  const payments = wirePayments(filled.cart);
  const { transaction } = await shop.done<WireSale>(
    till.seller,
    till,
    `/transactions/${filled.id}/complete`,
    { payments },
  );
  shop.note(`T${till.index} sells online at ${clockText(shop.now)}: ${namesOf(filled.cart.lines)}`);
  shop.ledger.saw('sold online');
  return enterOnline(shop, till, filled.cart, transaction);
}
