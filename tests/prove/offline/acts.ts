import type { Answer } from '#tests/support/http.ts';
import type { WireRefunded, WireTransaction } from '#tests/support/selling.ts';
import { centavos } from '../random-days/pesos.ts';
import { up, type ModelLine } from '../random-days/sale-model.ts';
import { closeShift, readZ } from './compare.ts';
import type { Sold, Unit } from './model.ts';
import {
  changePrice,
  changeRules,
  count,
  cutInCart,
  dismiss,
  endCredential,
  reserve,
  spoil,
  tradeIn,
  transfer,
} from './meanwhile.ts';
import { clockText, letSend, openOffline, sendAtOnce, sellOffline, sellOnline } from './selling.ts';
import type { Shop, Till } from './shop.ts';

// What happens in a shop meanwhile. Each act is done at the server or at a till, and entered in the books.

const HOUR = 3_600_000;

/** Cuts the line of a till: it knows its store as it was last. */
export async function cut(shop: Shop, till: Till): Promise<void> {
  if (till.lined.line.isCut) return;
  await till.lined.hear(shop.now);
  till.isClockWrong = false;
  shop.isRestarted.delete(till.index);
  shop.renew(till);
  till.lined.line.isCut = true;
  shop.note(`T${till.index} is cut off at ${clockText(shop.now)}`);
  shop.ledger.saw('lines cut');
}

/** Gives a line back: for good, for a sale or two, or with answers that get lost. */
export async function giveBackLine(shop: Shop, till: Till): Promise<void> {
  const { random } = shop;
  if (!till.lined.line.isCut) return;
  const sales = random.chance(0.25) ? random.whole(0, 2) : Infinity;
  const losses = random.chance(0.35) ? random.whole(1, 4) : 0;
  shop.note(
    `T${till.index} gets its line back at ${clockText(shop.now)} for ${sales} sales, losing ${losses} answers`,
  );
  await letSend(shop, till, sales, losses);
}

/** Kills a till, whose clock is set meanwhile, or not. */
export async function restart(shop: Shop, till: Till): Promise<void> {
  const { random } = shop;
  const set = random.chance(0.5) ? 0 : random.whole(-6, 6) * HOUR;
  await till.lined.restart(set);
  shop.isRestarted.add(till.index);
  till.isClockWrong ||= set !== 0;
  shop.note(`T${till.index} dies and starts${set === 0 ? '' : `, its clock set by ${set / HOUR} h`}`);
  shop.ledger.saw(
    set === 0 ? 'tills killed' : set < 0 ? 'tills killed, clock set back' : 'tills killed, clock set forward',
  );
  if (!till.lined.line.isCut) await letSend(shop, till);
}

const isBought = ({ isBack, isTradedIn }: ModelLine) => !isBack && !isTradedIn;

/** True if cash goes back: what is not in the drawer cannot. */
function isHandedBack(shop: Shop, answer: Answer<unknown>, drawer: number | null, cash: number): boolean {
  const isThere = cash === 0 || (drawer !== null && cash <= drawer);
  shop.check((answer.status === 200) === isThere, `Money that was handed back: ${answer.status}`, {
    cash,
    drawer,
    body: answer.body,
  });
  return isThere;
}

/** Voids a sale, or refunds it or some of its lines, at a till with a shift and a line. */
export async function giveBack(shop: Shop, till: Till): Promise<void> {
  const { random, coin } = shop;
  const { store } = till;
  const shift = store.books.shifts.get(till.index);
  if (till.lined.line.isCut || !shift) return;
  const sale = random.pick(
    store.sales.filter(({ isOver, mine }) => !isOver && !mine.some(({ isDisputed }) => isDisputed)),
  );
  if (!sale) return;
  const left = sale.mine.filter(isBought);
  if (left.length === 0) return;
  if (left.length === sale.mine.length && random.chance(0.4)) return voidIt(shop, till, sale);
  const isWhole = sale.mine.some(({ told }) => told.price === 0);
  const lines = isWhole || random.chance(0.5) ? left : left.slice(0, 1);
  const due = sale.dueFor(lines);
  const exact = sale.cashOf(due);
  const disposition = random.chance(0.8) ? 'available' : 'defective';
  const answer = await shop.change<WireRefunded>(store.manager, till, `/transactions/${sale.id}/refund`, {
    items: lines.map(({ id }) => ({ id, disposition })),
    reason: 'Defective',
  });
  if (!isHandedBack(shop, answer, shift.drawer, up(exact, coin))) return;
  const told = centavos(answer.body.refund.amount);
  shop.check(told === due, 'Another amount went back', { told, due });
  store.books.refund(shop.today, shift, sale.refund(lines, due, coin));
  for (const { unit } of lines) comeBack(shop, unit, disposition);
  shop.note(
    `sale ${sale.invoice} is refunded at ${clockText(shop.now)}: ${lines.map(({ unit }) => `u${unit.id}`).join(', ')}`,
  );
  shop.ledger.saw('refunds');
}

function comeBack(shop: Shop, unit: Unit, place: 'available' | 'defective'): void {
  Object.assign(unit, { place, sale: null });
  unit.handled.push(shop.now);
}

/** Voids a sale. */
export async function voidIt(shop: Shop, till: Till, sale: Sold): Promise<void> {
  const { coin } = shop;
  const { store } = till;
  const shift = store.books.shifts.get(till.index);
  if (!shift) return;
  const exact = sale.cashOf(sale.paid);
  const answer = await shop.change<WireTransaction>(store.manager, till, `/transactions/${sale.id}/void`, {
    reason: 'Wrong unit',
  });
  if (!isHandedBack(shop, answer, shift.drawer, up(exact, coin))) return;
  store.books.void(shop.today, shift, sale, coin);
  for (const { unit, isDisputed } of sale.mine) if (!isDisputed) comeBack(shop, unit, 'available');
  for (const { outcome } of shop.filed.values())
    if (outcome?.sale === sale && outcome.reasons.length > 0) outcome.isSettled = true;
  shop.note(`sale ${sale.invoice} is voided at ${clockText(shop.now)}`);
  shop.ledger.saw('voids');
}

/** Closes the shift of a till, at it or from elsewhere, or opens another one. */
export async function changeShift(shop: Shop, till: Till): Promise<void> {
  const { store } = till;
  const { isCut } = till.lined.line;
  if (store.books.shifts.has(till.index)) return void (await closeShift(shop, till, !isCut));
  if (!store.keepsShifts) return;
  if (isCut) return openOffline(shop, till);
  await shop.openShift(till);
  shop.note(`T${till.index} opens a shift`);
  shop.renew(till);
}

/** A till whose shift is closed opens the next one while its line is cut. */
async function openNext(shop: Shop, till: Till): Promise<void> {
  if (!till.store.keepsShifts) return;
  if (
    !till.lined.line.isCut &&
    till.store.books.shifts.has(till.index) &&
    !(await closeShift(shop, till, true))
  )
    return;
  await cut(shop, till);
  await shop.goOn(shop.random.whole(1, 600));
  await openOffline(shop, till);
}

/** Kills a server and starts it again. */
export async function killServer(shop: Shop): Promise<void> {
  shop.world.servers.cutNext();
  await shop.byAdmin().get('/settings');
  shop.note('the server is killed');
}

/** A night passes: sign-ins end, and shifts that are open go on. */
async function passNight(shop: Shop): Promise<void> {
  await shop.goOn(shop.random.whole(9, 15) * 3600);
  await shop.signIn();
  shop.note(`a night passes, until ${clockText(shop.now)}`);
  shop.ledger.saw('nights');
}

/** One act at random. */
export async function act(shop: Shop): Promise<void> {
  const { random } = shop;
  const till = random.pick(shop.tills);
  if (!till) return;
  const { isCut } = till.lined.line;
  const acts: [weight: number, act: () => Promise<unknown>][] = [
    [36, () => (isCut || random.chance(0.15) ? sellOffline(shop, till) : sellOnline(shop, till))],
    [14, () => (isCut ? giveBackLine(shop, till) : cut(shop, till))],
    [2, () => sendAtOnce(shop)],
    [1, () => passNight(shop)],
    [5, () => restart(shop, till)],
    [8, () => giveBack(shop, till)],
    [6, () => changeShift(shop, till)],
    [5, () => openNext(shop, till)],
    [2, () => readZ(shop, till)],
    [1, () => killServer(shop)],
    [5, () => transfer(shop)],
    [4, () => count(shop)],
    [3, () => tradeIn(shop, till)],
    [2, () => spoil(shop)],
    [3, () => reserve(shop, till)],
    [5, () => cutInCart(shop, till)],
    [1, () => dismiss(shop)],
    [2, () => changeRules(shop)],
    [2, () => changePrice(shop)],
    [1, () => endCredential(shop, till)],
  ];
  let dice = random.next() * acts.reduce((sum, [weight]) => sum + weight, 0);
  for (const [weight, chosen] of acts) {
    dice -= weight;
    if (dice < 0) return void (await chosen());
  }
}
