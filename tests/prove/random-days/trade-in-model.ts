import { up, type Method, type ModelLine } from './sale-model.ts';
import type { ModelUnit, Place } from './unit-model.ts';

// A trade-in, as in the register on paper. Independent of the product's code; centavos throughout.

/** How a unit had gone out before it was traded in. */
type Former = Pick<ModelUnit, 'category' | 'rating' | 'cost'> & { line: ModelLine };
type Terms = { amount: number; remains: number; method: Method; coin: number };

/** A unit that a customer brings: it pays for a sale up to what remains of it, and the rest is paid out. */
export class ModelTradeIn {
  readonly number: string;
  readonly id: number;
  readonly unit: ModelUnit;
  readonly former: Former | null;
  readonly amount: number;
  readonly inSale: number;
  readonly paidOut: number;
  readonly inCash: number;
  /** What the seller was given more than agreed, for want of coins. */
  readonly rounding: number;
  state: 'On hold' | 'Cleared' | 'Given back' = 'On hold';

  constructor(told: { id: number; number: string }, unit: ModelUnit, line: ModelLine | null, terms: Terms) {
    const { inSale, paidOut, inCash, rounding } = partsOf(terms);
    this.id = told.id;
    this.number = told.number;
    this.unit = unit;
    this.former = line && { line, category: unit.category, rating: unit.rating, cost: unit.cost };
    this.amount = terms.amount;
    this.inSale = inSale;
    this.paidOut = paidOut;
    this.inCash = inCash;
    this.rounding = rounding;
    if (line) line.isTradedIn = true;
    Object.assign(unit, { category: 'used', cost: terms.amount, place: 'on_hold', stay: told.number });
  }

  #stands(...places: Place[]): boolean {
    const { stay, place } = this.unit;
    return this.state !== 'Given back' && stay === this.number && places.includes(place);
  }
  /** True while the unit stands as it came in, and in nobody's cart. */
  get isUntouched(): boolean {
    return this.#stands('available', 'on_hold');
  }
  /** True if the unit goes back after a void or refund of the sale: all of it paid for that. It is taken out of a cart. */
  get goesBack(): boolean {
    return this.#stands('available', 'on_hold', 'locked') && this.paidOut === 0;
  }

  clear(): void {
    this.state = 'Cleared';
    this.unit.place = 'available';
  }

  /** The unit goes back: one that we had sold is out with that sale again, as it was; its price was of this stay. */
  giveBack(): void {
    this.state = 'Given back';
    this.unit.place = this.former ? 'sold' : 'returned';
    if (!this.former) return;
    const { line, ...former } = this.former;
    Object.assign(this.unit, former, { own: null });
    line.isTradedIn = false;
  }
}

/** Returns the parts of what a unit is bought for: in the sale, and paid out, cash in coins. */
export function partsOf({ amount, remains, method, coin }: Terms) {
  const inSale = Math.min(amount, remains);
  const rest = amount - inSale;
  const paidOut = method === 'cash' ? up(rest, coin) : rest;
  return { inSale, paidOut, inCash: method === 'cash' ? paidOut : 0, rounding: paidOut - rest };
}
