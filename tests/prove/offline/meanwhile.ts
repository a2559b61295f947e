import { randomUUID } from 'node:crypto';
import { expectDone, type WireSale, type WireTransaction } from '#tests/support/selling.ts';
import { SELLER } from '#tests/support/trade-ins.ts';
import { settingsForm } from '#tests/support/store-settings.ts';
import type { WireCount } from '#tests/support/counts.ts';
import type { WireTransfer } from '#tests/support/transfers.ts';
import { pesos } from '../random-days/pesos.ts';
import type { Cart, Reserved, Unit } from './model.ts';
import {
  clockText,
  enterOnline,
  fillCart,
  freeCart,
  sellOffline,
  ways,
  wirePayments,
  HOLD,
} from './selling.ts';
import type { Shop, Store, Till } from './shop.ts';

// What becomes of goods, carts, people and settings at the server while tills are cut off.

const DAY = 86_400_000;
const MANILA = 8 * 3_600_000;

const endOfDay = (now: number) => (Math.floor((now + MANILA) / DAY) + 1) * DAY - MANILA;
const names = (units: readonly Unit[]) => units.map(({ id }) => `u${id}`).join(', ');

/** Transfers under way, and counts. */
type Transfer = { id: number; from: Store; to: Store; units: Unit[] };
const transfers = new WeakMap<Shop, Transfer[]>();

/** Sends units of a store to the other one, or receives what is under way there. */
export async function transfer(shop: Shop): Promise<void> {
  const { random, admin } = shop;
  const underWay = transfers.get(shop) ?? [];
  transfers.set(shop, underWay);
  const arrives = random.pick(underWay);
  if (arrives && random.chance(0.6)) {
    underWay.splice(underWay.indexOf(arrives), 1);
    // A unit that never left may be under way again since, by another transfer.
    const again = underWay.flatMap(({ units: others }) => others);
    const units = arrives.units.filter((unit) => unit.place === 'in_transit' && !again.includes(unit));
    if (units.length === 0) return;
    const body = { item_ids: units.map(({ id }) => id) };
    const { id, to } = arrives;
    await shop.done(admin, null, `/inventory/transfers/${id}/receive`, body, { storeId: to.id });
    for (const unit of units) {
      Object.assign(unit, { place: 'available', storeId: to.id });
      unit.handled.push(shop.now);
    }
    shop.note(`${to.code} receives ${names(units)} at ${clockText(shop.now)}`);
    return shop.ledger.saw('transfers received');
  }
  const [from, to] = random.chance(0.6) ? shop.stores : shop.stores.toReversed();
  if (!from || !to) return;
  const stock = shop.units.filter(
    ({ place, storeId, variation }) => place === 'available' && storeId === from.id && variation.isNumbered,
  );
  const units = stock.filter(() => random.chance(0.3));
  if (units.length === 0) return;
  const body = { to_store_id: to.id, item_ids: units.map(({ id }) => id) };
  const { id } = await shop.done<WireTransfer>(admin, null, '/inventory/transfers', body, {
    storeId: from.id,
  });
  for (const unit of units) unit.place = 'in_transit';
  underWay.push({ id, from, to, units });
  shop.note(`${from.code} sends ${names(units)} to ${to.code} at ${clockText(shop.now)}`);
  shop.ledger.saw('transfers sent');
}

const codeOf = ({ imei, imei2, serial }: Unit) => imei ?? imei2 ?? serial;

/** Counts the phones of a store: some are missing, and some that were lost are found. */
export async function count(shop: Shop): Promise<void> {
  const { random, admin } = shop;
  const store = random.pick(shop.stores);
  const variation = random.pick(shop.variations.filter(({ isNumbered }) => isNumbered));
  if (!store || !variation) return;
  const storeId = store.id;
  const row = await shop.world.database.reader
    .selectFrom('product_variations')
    .select('product_id')
    .where('id', '=', variation.id)
    .executeTakeFirstOrThrow();
  const started = await shop.done<WireCount>(
    admin,
    null,
    '/inventory/counts',
    { product_id: row.product_id },
    { storeId },
  );
  await shop.goOn(random.whole(1, 300));
  const here = shop.units.filter((unit) => unit.storeId === storeId && unit.variation === variation);
  const stands = here.filter(({ place }) =>
    ['available', 'locked', 'defective', 'on_hold', 'lost'].includes(place),
  );
  // A missing unit is one that left without the server, mostly.
  const gone = new Set(
    [...shop.filed.values()].flatMap(({ outcome, cart }) =>
      outcome ? [] : cart.lines.flatMap(({ unit }) => unit ?? []),
    ),
  );
  const chanceOf = (unit: Unit) =>
    unit.place === 'lost' ? 0.3 : unit.place === 'available' ? (gone.has(unit) ? 0.3 : 0.9) : 1;
  const found = stands.filter((unit) => random.chance(chanceOf(unit)));
  const path = `/inventory/counts/${started.id}`;
  if (found.length > 0)
    await shop.done(admin, null, `${path}/scans`, { codes: found.map(codeOf) }, { storeId });
  for (const unit of found) unit.handled.push(shop.now);
  await shop.goOn(random.whole(1, 300));
  await shop.done(admin, null, `${path}/close`, { reason: 'Yearly count' }, { storeId });
  const missing = stands.filter((unit) => !found.includes(unit) && unit.place === 'available');
  for (const unit of missing) Object.assign(unit, { place: 'lost', lostByCount: shop.now });
  for (const unit of found)
    if (unit.place === 'lost') Object.assign(unit, { place: 'available', lostByCount: null });
  shop.note(
    `${store.code} counts at ${clockText(shop.now)}: finds ${names(found)}, misses ${names(missing)}`,
  );
  shop.ledger.saw('counts');
  shop.ledger.saw('units lost in counts', missing.length);
}

/** Takes a sold unit in trade, for nothing. */
export async function tradeIn(shop: Shop, till: Till): Promise<void> {
  const { random } = shop;
  const { store } = till;
  if (till.lined.line.isCut || (store.keepsShifts && !store.books.shifts.has(till.index))) return;
  const sale = random.pick(
    store.sales.filter(({ isOver, balance, pending }) => !isOver && balance === 0 && pending.length === 0),
  );
  const line = random.pick(
    sale?.mine.filter(
      ({ isBack, isTradedIn, isDisputed, unit }) =>
        !isBack && !isTradedIn && !isDisputed && unit.variation.isNumbered,
    ) ?? [],
  );
  if (!sale || !line) return;
  const body = { condition_rating: 3, amount: 0, seller: SELLER };
  await shop.done(store.manager, till, `/inventory/${line.unit.id}/trade-in`, body);
  line.isTradedIn = true;
  Object.assign(line.unit, { place: 'on_hold', category: 'used', sale: null, own: null });
  line.unit.handled.push(shop.now);
  shop.note(`u${line.unit.id} of ${sale.invoice} is traded in at ${clockText(shop.now)}`);
  shop.ledger.saw('trade-ins');
}

/** Marks a unit as defective. */
export async function spoil(shop: Shop): Promise<void> {
  const unit = shop.random.pick(
    shop.units.filter(({ place, variation }) => place === 'available' && variation.isNumbered),
  );
  if (!unit) return;
  const body = { status: 'defective', reason: 'Cracked' };
  await shop.done(shop.admin, null, `/inventory/${unit.id}`, body, { method: 'put', storeId: unit.storeId });
  unit.place = 'defective';
  shop.note(`u${unit.id} is defective at ${clockText(shop.now)}`);
  shop.ledger.saw('units marked defective');
}

/** Saves a payment on a draft, which reserves its units to the end of the day. */
export async function reserve(shop: Shop, till: Till): Promise<void> {
  const { store } = till;
  if (till.lined.line.isCut || (store.keepsShifts && !store.books.shifts.has(till.index))) return;
  const filled = await fillCart(shop, till);
  if (!filled) return;
  const reference_number = shop.nextReference();
  shop.references.add(`gcash ${reference_number}`);
  const body = { method: 'gcash', amount: pesos(100), status: 'pending', reference_number };
  await shop.done(till.seller, till, `/transactions/${filled.id}/payments`, body);
  const units = filled.cart.lines.flatMap(({ unit }) => unit ?? []);
  const draft: Reserved = { id: filled.id, number: '', storeId: store.id, units };
  shop.reserved.push(draft);
  const until = endOfDay(shop.now);
  for (const unit of units) unit.reserved = { draft, until };
  shop.note(`draft ${filled.id} reserves ${names(units)} at ${clockText(shop.now)}`);
  shop.ledger.saw('reservations');
}

/** A till loses its line with a cart in hand whose draft the server has; the draft goes on elsewhere, or does not. */
export async function cutInCart(shop: Shop, till: Till): Promise<void> {
  const { random } = shop;
  const { store, lined } = till;
  if (lined.line.isCut || (store.keepsShifts && !store.books.shifts.has(till.index))) return;
  const filled = await fillCart(shop, till);
  if (!filled) return;
  const { id, version, cart, total } = filled;
  const units = cart.lines.flatMap(({ unit }) => unit ?? []);
  const draft = { id, version, units, sale: null, cart, isCancelled: false };
  shop.drafts.set(id, draft);
  cart.payments = ways(shop, total, true);
  shop.renew(till);
  const kind =
    random.pick([
      'kept',
      'kept',
      'unanswered',
      'unanswered',
      'done late',
      'not arrived',
      'changed',
      'sold elsewhere',
      'cancelled',
    ] as const) ?? 'kept';
  const isSent = kind === 'unanswered' || kind === 'done late' || kind === 'not arrived';
  const completionKey = isSent ? randomUUID() : null;
  if (kind === 'unanswered') await completeDraft(shop, till, cart, id, completionKey ?? '');
  lined.line.isCut = true;
  shop.note(
    `T${till.index} is cut off in its draft ${id} of ${names(units)} (${kind}) at ${clockText(shop.now)}`,
  );
  shop.ledger.saw(`carts cut off: ${kind}`);
  if (kind === 'changed') {
    // The same person takes a line out, or names another note, at another device.
    const items = cart.lines.map((line) => ({ inventory_item_id: line.unit?.id }));
    const changed = await shop.done<WireTransaction>(
      till.seller,
      null,
      `/transactions/${id}`,
      { items, notes: 'Later' },
      { method: 'put' },
    );
    draft.version = changed.version ?? draft.version + 1;
    for (const unit of units) unit.heldUntil = shop.now + HOLD;
  }
  if (kind === 'cancelled') {
    await shop.done(till.seller, null, `/transactions/${id}`, {}, { method: 'delete' });
    draft.isCancelled = true;
    freeCart(cart);
  }
  if (kind === 'sold elsewhere') {
    const elsewhere = shop.tills.find(
      (each) => each !== till && each.store === store && !each.lined.line.isCut,
    );
    if (elsewhere && (!store.keepsShifts || store.books.shifts.has(elsewhere.index))) {
      const sold: Cart = { ...cart, payments: ways(shop, total, false) };
      await completeDraft(shop, elsewhere, sold, id, randomUUID(), till.seller);
    }
  }
  await shop.goOn(random.whole(1, 300));
  // A piece is named by its barcode alone.
  const lines = cart.lines.map((line) => (line.variation.isNumbered ? line : { ...line, unit: null }));
  // Chosen just before the line was cut: the draft does not have them.
  const customer = kind === 'kept' && random.chance(0.5) ? (random.pick(shop.customers) ?? null) : null;
  await sellOffline(shop, till, { cart: { ...cart, lines, customer }, id, version }, completionKey);
  if (kind !== 'done late') return;
  // A server that slept does what lay in its socket, in the five minutes for which the cart is held.
  await shop.goOn(random.whole(60, 290));
  if (units.every(({ place }) => place === 'locked'))
    await completeDraft(shop, till, cart, id, completionKey ?? '');
}

/** Completes a draft at the server. */
async function completeDraft(
  shop: Shop,
  till: Till,
  cart: Cart,
  id: number,
  key: string,
  by = till.seller,
): Promise<void> {
  const caller = shop.at(by, till.key);
  const { transaction } = expectDone(
    await caller.post<WireSale>(`/transactions/${id}/complete`, { payments: wirePayments(cart) }, { key }),
  );
  const sale = enterOnline(
    shop,
    till,
    { ...cart, payments: cart.payments.map((payment) => ({ ...payment })) },
    transaction,
  );
  const draft = shop.drafts.get(id);
  if (draft) draft.sale = sale;
}

/** Somebody who sells does not work here any more. */
export async function dismiss(shop: Shop): Promise<void> {
  const { random } = shop;
  const store = random.pick(shop.stores);
  const [person, ...others] = store?.sellers.filter(({ isActive }) => isActive) ?? [];
  const [next] = others;
  if (!store || !person || !next) return;
  await shop.done(shop.admin, null, `/staff/${person.id}`, {}, { method: 'delete' });
  person.isActive = false;
  // Whoever is cut off goes on selling.
  for (const till of shop.tills) if (till.seller === person && !till.lined.line.isCut) till.seller = next;
  shop.note(`${person.id} is dismissed`);
  shop.ledger.saw('people dismissed');
}

/** Changes the store's rules for selling without the server, and its tax. */
export async function changeRules(shop: Shop): Promise<void> {
  const { random } = shop;
  const store = random.pick(shop.stores);
  if (!store) return;
  const rules = {
    enabled: random.chance(0.8),
    hours: random.pick([1, 8, 24] as const) ?? 24,
    max_total: random.chance(0.5) ? null : random.whole(50_000, 400_000),
    methods: random.chance(0.6) ? (['cash', 'gcash', 'card'] as const).slice() : (['cash'] as const).slice(),
  };
  const tax = { rate: random.pick([0, 10, 12] as const) ?? 0, isIncluded: random.chance(0.4) };
  const settings = settingsForm({
    payment_methods: ['cash', 'card', 'gcash', 'maya', 'bank_transfer'],
    tax_rate: tax.rate,
    prices_include_tax: tax.isIncluded,
    shifts: { enabled: store.keepsShifts, difference_limit: 0 },
    offline_sales: { ...rules, max_total: rules.max_total === null ? null : pesos(rules.max_total) },
  });
  await shop.done(shop.admin, null, `/stores/${store.id}/settings`, { settings }, { method: 'put' });
  Object.assign(store, { rules, tax });
  store.taxes.push({ from: shop.now, tax });
  shop.note(`${store.code} has other rules: ${JSON.stringify(rules)}`);
  shop.ledger.saw('rules changed');
}

/** Gives a variation another price. */
export async function changePrice(shop: Shop): Promise<void> {
  const { random } = shop;
  const variation = random.pick(shop.variations);
  if (!variation) return;
  const { product_id } = await shop.world.database.reader
    .selectFrom('product_variations')
    .select('product_id')
    .where('id', '=', variation.id)
    .executeTakeFirstOrThrow();
  // Above what makeVariation says that it costs.
  const retail = Math.max(variation.minimum, 80_001) + random.whole(0, 300_000);
  const body = { retail_price: pesos(retail) };
  await shop.done(shop.admin, null, `/products/${product_id}/variations/${variation.id}`, body, {
    method: 'put',
  });
  variation.prices.push({ from: shop.now, retail });
  variation.retail = retail;
  shop.note(`${variation.id} costs ${retail} from ${clockText(shop.now)}`);
  shop.ledger.saw('prices changed');
}

/** Ends a till's credential, of which it hears when it sends. */
export async function endCredential(shop: Shop, till: Till): Promise<void> {
  const options = { method: 'delete', storeId: till.store.id } as const;
  await shop.done(shop.admin, null, `/tills/${till.id}/credential`, {}, options);
  if (till.lined.told > 0) till.store.lostTills += 1;
  till.lined.told = 0;
  till.isEnded = true;
  shop.note(`the credential of T${till.index} is ended`);
  shop.ledger.saw('credentials ended');
}
