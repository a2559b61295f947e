import { expectDone } from '#tests/support/selling.ts';
import { voidIt } from './acts.ts';
import type { Filed, Outcome, SoldLine, Unit } from './model.ts';
import type { Shop, Store, Till } from './shop.ts';

// Sales to settle: a manager names units, accepts, or voids.

type WireToSettle = {
  id: number;
  number: string | null;
  reasons: { code: string; text: string }[];
  disputed: { transaction_item_id: number; name: string; other_sale: { transaction_id: number } | null }[];
  transaction: { id: number; invoice_number: string } | null;
};

const listOf = async (shop: Shop, store: Store): Promise<WireToSettle[]> =>
  expectDone(
    await shop.byAdmin(store.id).get<{ data: WireToSettle[] }>('/offline-sales?state=open&per_page=100'),
  ).data;

const isOpen = (outcome: Outcome | null): outcome is Outcome =>
  outcome !== null && outcome.reasons.length > 0 && !outcome.isSettled;

/** True for what is left to settle where a till says that the server had sales which its older data do not have. */
const isForgotten = ({ reasons }: WireToSettle) =>
  reasons.some(({ text }) => text.includes('an older copy of the server’s data'));

/** Compares the list of sales to settle: those with a reason, each with it and its lines, and nothing else. */
export async function compareList(shop: Shop, store: Store): Promise<WireToSettle[]> {
  const listed = await listOf(shop, store);
  const expected = [...shop.filed.values()].filter(
    ({ storeId, outcome }) => storeId === store.id && isOpen(outcome),
  );
  const text = (number: string | null, reasons: readonly string[], lines: readonly number[]) =>
    `${number} ${[...new Set(reasons)].sort().join('+')} ${lines.toSorted().join('+')}`;
  // Whichever till reports first says it, if it had sent any.
  shop.check(listed.filter(isForgotten).length <= shop.forgettings, 'More is forgotten than was restored', {
    listed,
  });
  const known = listed.filter((wire) => !isForgotten(wire));
  const told = known.map(({ number, reasons, disputed }) =>
    text(
      number,
      reasons.map(({ code }) => code),
      disputed.map((line) => line.transaction_item_id),
    ),
  );
  const onPaper = expected.map(({ number, outcome }) =>
    text(
      number,
      outcome?.reasons ?? [],
      outcome?.sale.mine.flatMap(({ id, isDisputed }) => (isDisputed ? [id] : [])) ?? [],
    ),
  );
  for (const { number, storeId, outcome } of shop.openings.values())
    if (storeId === store.id && outcome && outcome.reasons.length > 0 && !outcome.isSettled)
      onPaper.push(text(number, outcome.reasons, []));
  for (let left = store.lostTills; left > 0; left -= 1) onPaper.push(text(null, ['lost_till'], []));
  shop.check(told.toSorted().join('; ') === onPaper.toSorted().join('; '), 'The sales to settle are others', {
    told,
    expected: onPaper,
  });
  return listed;
}

const codeOf = ({ imei, imei2, serial }: Unit) => imei ?? imei2 ?? serial;

/** Names the unit of a disputed line, one that stands for sale in the store; null accepts it without one. */
function nameUnit(shop: Shop, store: Store, line: SoldLine, named: readonly Unit[]): Unit | null {
  const free = shop.units.filter(
    (unit) =>
      unit.variation === line.told.variation &&
      unit.variation.isNumbered &&
      unit.storeId === store.id &&
      unit.place === 'available' &&
      !named.includes(unit) &&
      !shop.isPaidFor(unit),
  );
  return shop.random.chance(0.6) ? (shop.random.pick(free) ?? null) : null;
}

async function settleOne(
  shop: Shop,
  store: Store,
  wire: WireToSettle,
  filed: Filed & { outcome: Outcome },
): Promise<void> {
  const { random, admin } = shop;
  const { outcome } = filed;
  const till = shop.tills.find((each: Till) => each.store === store && store.books.shifts.has(each.index));
  const isWhole =
    outcome.sale.mine.every(({ isBack, isTradedIn }) => !isBack && !isTradedIn) && !outcome.sale.isOver;
  if (till && isWhole && random.chance(0.25)) {
    await voidIt(shop, till, outcome.sale);
    if (!outcome.sale.isOver) return;
    outcome.isSettled = true;
    for (const line of outcome.sale.mine) line.isDisputed = false;
    return shop.ledger.saw('settled by a void');
  }
  const named: Unit[] = [];
  const lines = outcome.sale.mine.filter(({ isDisputed }) => isDisputed);
  const units = lines.flatMap((line) => {
    const unit = nameUnit(shop, store, line, named);
    if (unit) named.push(unit);
    if (!unit && random.chance(0.5)) return [];
    return [{ line, unit, wire: { transaction_item_id: line.id, code: unit && codeOf(unit) } }];
  });
  const body = { units: units.map((each) => each.wire), note: 'As counted' };
  await shop.done(admin, null, `/offline-sales/${wire.id}/settle`, body, { storeId: store.id });
  for (const { line, unit } of units) {
    if (!unit) continue;
    Object.assign(unit, { place: 'sold', sale: outcome.sale });
    Object.assign(line, { unit });
    shop.ledger.saw('units named');
  }
  for (const line of lines) {
    if (!named.includes(line.unit)) shop.standIns.add(line.unit.id);
    line.isDisputed = false;
  }
  outcome.isSettled = true;
  shop.note(`${filed.number} is settled: ${named.map(({ id }) => `u${id}`).join(', ')}`);
  shop.ledger.saw('settled');
}

/** Settles most of the sales that wait, in any order, and compares the lists. */
export async function settleSome(shop: Shop): Promise<void> {
  for (const store of shop.stores) {
    const listed = await compareList(shop, store);
    for (const wire of listed) {
      if (shop.random.chance(0.15)) continue;
      if (wire.number === null) {
        const options = { storeId: store.id };
        await shop.done(shop.admin, null, `/offline-sales/${wire.id}/settle`, { note: 'All came' }, options);
        if (!isForgotten(wire)) store.lostTills -= 1;
        shop.ledger.saw('lost tills settled');
        continue;
      }
      const opened = [...shop.openings.values()].find(
        ({ number, outcome }) => number === wire.number && outcome && !outcome.isSettled,
      );
      if (opened?.outcome) {
        const options = { storeId: store.id };
        await shop.done(shop.admin, null, `/offline-sales/${wire.id}/settle`, { note: 'As seen' }, options);
        opened.outcome.isSettled = true;
        shop.ledger.saw('openings settled');
        continue;
      }
      const filed = [...shop.filed.values()].find(
        ({ number, outcome }) => number === wire.number && isOpen(outcome),
      );
      if (filed?.outcome) await settleOne(shop, store, wire, filed as Filed & { outcome: Outcome });
    }
    await compareList(shop, store);
  }
}
