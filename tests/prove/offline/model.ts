import { dateOf, emptyBook, PaperBooks, type Book, type ModelShift } from '../random-days/drawer-model.ts';
import { ModelSale, type ModelLine, type ModelPayment } from '../random-days/sale-model.ts';
import type { ModelUnit } from '../random-days/unit-model.ts';

// What a shop expects of sales without the server, from the words of the decisions. Independent of the product's code;
// centavos and epoch milliseconds throughout.

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
/** Half away from zero; amounts are never negative here. */
const rounded = (amount: number) => Math.floor(amount + 0.5);

/** Shares an amount by some prices: whole centavos, the left ones to the largest remainders, the earlier one of equals. */
export function share(amount: number, prices: readonly number[]): number[] {
  const all = sum(prices);
  if (all === 0) return prices.map(() => 0);
  const shares = prices.map((price) => Math.floor((amount * price) / all));
  const rest = prices.map((price) => (amount * price) % all);
  const inTurn = [...rest.keys()].sort((a, b) => (rest[b] ?? 0) - (rest[a] ?? 0) || a - b);
  for (const place of inTurn.slice(0, amount - sum(shares))) shares[place] = (shares[place] ?? 0) + 1;
  return shares;
}

export type Tax = { rate: number; isIncluded: boolean };

/** Returns the tax of a store at a moment, from those that it had so far. */
export const taxAt = (taxes: readonly { from: number; tax: Tax }[], moment: number): Tax | undefined =>
  taxes.findLast(({ from }) => from <= moment)?.tax;

export const isSameTax = (one: Tax, other: Tax | undefined): boolean =>
  one.rate === other?.rate && one.isIncluded === other.isIncluded;
export type Variation = {
  id: number;
  name: string;
  isNumbered: boolean;
  retail: number;
  minimum: number;
  /** The prices so far, each with its moment. */
  prices: { from: number; retail: number }[];
  barcode: string;
};

/** The price of a variation at a moment. */
export const retailAt = ({ prices, retail }: Variation, moment: number): number =>
  prices.findLast(({ from }) => from <= moment)?.retail ?? retail;

/** A unit, and when somebody had it in hand: scanned in, sold or taken back. */
export type Unit = ModelUnit & {
  variation: Variation;
  storeId: number;
  imei: string | null;
  imei2: string | null;
  serial: string | null;
  sale: Sold | null;
  handled: number[];
  /** The paid draft that it is reserved for, and until when. */
  reserved: { draft: Reserved; until: number } | null;
  /** When its hold in a cart lapses. */
  heldUntil: number;
  /** When a count wrote it off. */
  lostByCount: number | null;
};

/** A draft with a saved payment, which holds its units to the end of the day. */
export type Reserved = { id: number; number: string; storeId: number; units: Unit[] };

export type CartLine = {
  /** Null for a piece without numbers. */
  unit: Unit | null;
  variation: Variation;
  /** The price that the till knew, and what is let off of it in this line alone. */
  price: number;
  off: number;
};
export type Cart = {
  lines: CartLine[];
  /** A fixed discount on the whole. */
  off: number;
  tax: Tax;
  payments: ModelPayment[];
  /** Null for somebody without a name. */
  customer: number | null;
};
export type Reckoned = {
  /** What each line comes to after its share of the cart's discount. */
  nets: number[];
  subtotal: number;
  discount: number;
  taxable: number;
  taxAmount: number;
  total: number;
};

/** Reckons a cart: discounts first, shared by what is left; then the tax, on top or contained. */
export function reckon({ lines, off, tax }: Pick<Cart, 'lines' | 'off' | 'tax'>): Reckoned {
  const finals = lines.map((line) => line.price - line.off);
  const shares = share(off, finals);
  const nets = finals.map((final, index) => final - (shares[index] ?? 0));
  const subtotal = sum(lines.map(({ price }) => price));
  const net = sum(nets);
  const taxAmount = tax.isIncluded
    ? rounded((net * tax.rate) / (100 + tax.rate))
    : rounded((net * tax.rate) / 100);
  return {
    nets,
    subtotal,
    discount: subtotal - net,
    taxable: tax.isIncluded ? net - taxAmount : net,
    taxAmount,
    total: tax.isIncluded ? net : net + taxAmount,
  };
}

/** A sale in the books, wherever it was made. */
export class Sold extends ModelSale {
  readonly storeId: number;
  readonly invoice: string;
  /** Its number in a till's series. */
  number: string | null;
  readonly till: number;
  readonly points: number;
  readonly customer: number | null;
  readonly mine: readonly SoldLine[];

  constructor(
    id: number,
    lines: SoldLine[],
    {
      payments,
      coin,
      reckoned,
      ...told
    }: {
      payments: ModelPayment[];
      coin: number;
      reckoned: Reckoned;
      storeId: number;
      invoice: string;
      number: string | null;
      till: number;
      customer: number | null;
    },
  ) {
    super(id, lines, payments, coin, reckoned.total);
    this.mine = lines;
    this.storeId = told.storeId;
    this.invoice = told.invoice;
    this.number = told.number;
    this.till = told.till;
    this.customer = told.customer;
    this.points = Math.floor((reckoned.subtotal - reckoned.discount) / 100);
  }
}
export type SoldLine = ModelLine & {
  unit: Unit;
  /** True while it waits for its unit. */
  isDisputed: boolean;
  told: CartLine;
};

/** The books of a store, with what late sales take out of the shift that records them. */
export class Books extends PaperBooks {
  readonly corrections = new Map<string, number>();
  /** Money by methods other than cash, by day. */
  readonly closed: ModelShift[] = [];

  correct(date: string, shift: ModelShift | null, amount: number): void {
    for (const key of [date, ...(shift ? [`shift ${shift.id}`, `shift ${shift.id} ${date}`] : [])])
      this.corrections.set(key, this.correction(key) + amount);
    if (shift) shift.drawer += amount;
  }
  correction(key: string): number {
    return this.corrections.get(key) ?? 0;
  }

  /** Enters a sale; without a shift, in the store's day alone. */
  enter(date: string, shift: ModelShift | null, sale: Sold): void {
    if (shift) return this.sell(date, shift, sale);
    this.write(date, null, (book: Book) => {
      book.sales += 1;
      book.salesTotal += sale.total;
      book.taken += sale.cashIn;
      book.change += sale.change;
      book.others += sale.otherIn;
      book.rounding += sale.rounding;
    });
  }
}

/** Why a sale waits for a manager. */
export type Reason =
  | 'unit'
  | 'taken_back'
  | 'price'
  | 'below_floor'
  | 'limit'
  | 'staff'
  | 'order'
  | 'moment'
  | 'reserved'
  | 'shift'
  | 'reference'
  | 'restored'
  | 'ended'
  | 'by_hand'
  | 'other_store';

/** The opening of a shift in a till's file; the float in centavos. */
export type Opened = {
  till: number;
  key: string;
  number: string;
  madeAt: number;
  answeredAt: number;
  storeId: number;
  staffId: number;
  float: number;
  /** The letter of its series. */
  letter: string;
  /** The number of the shift that it was before the data were restored. */
  given: string | null;
  /** What came of it; null while it waits. */
  outcome: { shiftId: number; number: string; reasons: Reason[]; isSettled: boolean } | null;
};

/** A sale in a till's file. */
export type Filed = {
  till: number;
  key: string;
  number: string;
  hash: string;
  body: string;
  madeAt: number;
  answeredAt: number;
  storeId: number;
  shiftId: number | null;
  /** The opening of its shift that waited when it was made. */
  opening: Opened | null;
  staffId: number;
  cart: Cart;
  reckoned: Reckoned;
  /** The draft that the server has of it, and what was paid on that by a completion without an answer. */
  draft: { id: number; version: number } | null;
  /** The letter of its series. */
  letter: string;

  /** The invoice number that it had before the data were restored. */
  given: string | null;
  /** What came of it; null while it waits. */
  outcome: Outcome | null;
};
export type Outcome = {
  sale: Sold;
  reasons: Reason[];
  isSettled: boolean;
  /** When it was recorded. */
  at: number;
  /** What the server answered first. */
  told: { transaction_id: number | null; invoice_number: string | null };
};

export { dateOf, emptyBook };
