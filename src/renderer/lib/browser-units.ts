import type { Till } from '#bridge/till.ts';
import {
  knownUnitOf,
  UNITS_SHOWN,
  type CopiedUnit,
  type CopiedVariation,
  type KnownUnit,
  type StoreAnswer,
} from '#bridge/units.ts';
import { codesIn, isCodeOf } from '#domain/receiving.ts';

// A browser's stand-in for the till's copy of its store, in memory. It behaves as main/drafts/store-copies.ts.

type Copy = { version: string; variations: Map<number, CopiedVariation>; asOf: number };
type Hold = StoreAnswer['changes']['holds'][number];
/** The whole copy, and the one that answers go into: the same, or one that is on its way. */
type Copies = { whole: Copy | null; present: Copy | null; holds: ReadonlyMap<number, Hold> };

const NONE: Copies = { whole: null, present: null, holds: new Map() };

/** Returns a store's copies after an answer; null if that does not go on from the present version. */
function applyAnswer({ whole, present }: Copies, { since, as_of, changes }: StoreAnswer): Copies | null {
  if ((present?.version ?? null) !== since) return null;
  const copy = changes.is_first ? { version: '', variations: new Map(), asOf: 0 } : present;
  if (!copy) return null;
  copy.version = changes.version;
  for (const variation of changes.variations) {
    if (variation.units.length > 0) copy.variations.set(variation.id, variation);
    else copy.variations.delete(variation.id);
  }
  if (!changes.has_more) copy.asOf = as_of;
  const holds = new Map(changes.holds.map((hold) => [hold.inventory_item_id, hold]));
  return { whole: changes.has_more ? whole : copy, present: copy, holds };
}

type Placed = { unit: CopiedUnit; variation: CopiedVariation };

const unitsIn = ({ variations }: Copy): Placed[] =>
  [...variations.values()].flatMap((variation) => variation.units.map((unit) => ({ unit, variation })));

/** Returns how a unit is found in a copy. */
function shower({ holds }: Copies, { asOf: as_of }: Copy) {
  return ({ unit, variation }: Placed): KnownUnit => {
    const hold = holds.get(unit.id);
    if (!hold) return knownUnitOf(unit, variation, { held: null, as_of });
    const { inventory_item_id: _, ...held } = hold;
    return knownUnitOf(unit, variation, { held, as_of });
  };
}

const isNumberless = ({ unit }: Placed) => !unit.imei && !unit.imei2 && !unit.serial_number;

/** Makes a browser's copies of the stores that it works in. */
export function createBrowserUnits(): Till['units'] {
  const copies = new Map<number, Copies>();
  const copiesOf = (storeId: number) => copies.get(storeId) ?? NONE;
  return {
    copied: (answer) => {
      const next = applyAnswer(copiesOf(answer.store_id), answer);
      if (next) copies.set(answer.store_id, next);
      return Promise.resolve(next !== null);
    },
    version: ({ store_id }) => {
      const { whole, present } = copiesOf(store_id);
      return Promise.resolve(present && { version: present.version, as_of: whole?.asOf ?? null });
    },
    find: (wanted) => {
      const its = copiesOf(wanted.store_id);
      if (!its.whole) return Promise.resolve(null);
      const units = unitsIn(its.whole);
      const nextPiece = (isIts: (placed: Placed) => boolean) => {
        const not = 'not' in wanted ? wanted.not : [];
        const pieces = units.filter(
          (placed) =>
            isIts(placed) &&
            isNumberless(placed) &&
            placed.unit.category === 'new' &&
            !not.includes(placed.unit.id),
        );
        return pieces.find(({ unit }) => !its.holds.has(unit.id)) ?? pieces[0];
      };
      const byCode = (code: string) =>
        units.find(({ unit }) => codesIn(unit).includes(code)) ??
        units.find(({ unit }) => isCodeOf(unit, code)) ??
        nextPiece(({ unit, variation }) => variation.barcode === code && !unit.qr_code);
      let found: Placed | undefined;
      if ('code' in wanted) found = byCode(wanted.code);
      else if ('unit_id' in wanted) found = units.find(({ unit }) => unit.id === wanted.unit_id);
      else found = nextPiece(({ variation }) => variation.id === wanted.variation_id);
      return Promise.resolve(found ? shower(its, its.whole)(found) : null);
    },
    ofProduct: ({ store_id, product_id }) => {
      const its = copiesOf(store_id);
      const { whole, holds } = its;
      if (!whole) return Promise.resolve(null);
      const rank = ({ id, category }: CopiedUnit) => Number(holds.has(id)) * 2 + Number(category !== 'new');
      const shown = [...whole.variations.values()]
        .filter((variation) => variation.product_id === product_id)
        .flatMap((variation) =>
          variation.units
            .toSorted((one, other) => rank(one) - rank(other))
            .slice(0, UNITS_SHOWN)
            .map((unit) => ({ unit, variation })),
        );
      return Promise.resolve(shown.map(shower(its, whole)));
    },
    // A browser is not started without the server: its cards were loaded before.
    products: () => Promise.resolve(null),
    forget: ({ store_id, ids }) => {
      const { whole, present } = copiesOf(store_id);
      for (const copy of new Set([whole, present])) {
        for (const [id, variation] of copy?.variations ?? []) {
          const units = variation.units.filter((unit) => !ids.includes(unit.id));
          if (units.length < variation.units.length) copy?.variations.set(id, { ...variation, units });
        }
      }
      return Promise.resolve();
    },
  };
}
