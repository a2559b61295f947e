// A shop's drawers, kept as books on paper. Independent of the product's code: amounts are whole pesos (goods cost tens
// of pesos, so that their tax of a tenth is whole, too), days are those of Manila.

const DAY = 86_400_000;
const MANILA = 8 * 3_600_000;

export const dateOf = (instant: number): string => new Date(instant + MANILA).toISOString().slice(0, 10);
export const nextDay = (date: string): string => new Date(Date.parse(date) + DAY).toISOString().slice(0, 10);

/** The totals of a shift, or of a day. */
export type Book = {
  sales: number;
  salesTotal: number;
  voidsTotal: number;
  /** Money that went back for returned units. */
  refundsTotal: number;
  /** The part of their price that was deducted from sales without a refund: it had not been paid, or was kept. */
  writtenOff: number;
  taken: number;
  change: number;
  refunded: number;
  voided: number;
};
export const emptyBook = (): Book => ({
  sales: 0,
  salesTotal: 0,
  voidsTotal: 0,
  refundsTotal: 0,
  writtenOff: 0,
  taken: 0,
  change: 0,
  refunded: 0,
  voided: 0,
});

export type ModelShift = {
  id: number;
  till: number;
  drawer: number;
  book: Book;
  /** Totals by day, for the Z readings. */
  days: Map<string, Book>;
};

export type ModelSale = {
  id: number;
  lines: { id: number; isBack: boolean }[];
  total: number;
  /** Cash received, and the part of it that went back as change. */
  cash: number;
  change: number;
  /** Other money received. */
  other: number;
  /** Money refunded for units, and the cash in it. */
  gone: number;
  goneInCash: number;
  /** The part that was kept on purpose. */
  kept: number;
  /** The sale's present net value in the books. */
  net: number;
  pending: { id: number; method: 'cash' | 'gcash'; amount: number } | null;
  isOver: boolean;
};

const unitsBack = ({ lines }: ModelSale): number => lines.filter(({ isBack }) => isBack).length;

/** The customer's payments: everything but the change. */
const paidFor = ({ cash, change, other }: ModelSale): number => cash - change + other;

/**
 * The refund due to a customer who returns this many units: the share of all returned units in the payments so far, less
 * earlier refunds and the part that was kept on purpose.
 */
export const dueFor = (sale: ModelSale, units: number): number =>
  Math.max(0, (paidFor(sale) * (unitsBack(sale) + units)) / sale.lines.length - sale.gone - sale.kept);

/** The cash part of a refund: at most the cash received and not yet refunded. */
export const cashOfRefund = ({ cash, change, goneInCash }: ModelSale, amount: number): number =>
  Math.min(amount, cash - change - goneInCash);

/** The books of one store. */
export class PaperBooks {
  readonly days = new Map<string, Book>();
  readonly shifts = new Map<number, ModelShift>();
  readonly grandTotals = new Map<number, number>();
  readonly zNumbers = new Map<number, number>();

  day(date: string): Book {
    const known = this.days.get(date) ?? emptyBook();
    this.days.set(date, known);
    return known;
  }

  /** Writes a change into the day and, if one is given, into the shift. */
  write(date: string, shift: ModelShift | null, change: (book: Book) => void): void {
    change(this.day(date));
    if (!shift) return;
    change(shift.book);
    const ofDay = shift.days.get(date) ?? emptyBook();
    shift.days.set(date, ofDay);
    change(ofDay);
  }

  open(id: number, till: number, float: number, date: string): ModelShift {
    const shift = { id, till, drawer: float, book: emptyBook(), days: new Map([[date, emptyBook()]]) };
    this.shifts.set(till, shift);
    return shift;
  }

  /** Closes the shift: its days include those without any entry in between. */
  close(shift: ModelShift): void {
    this.shifts.delete(shift.till);
    const dates = [...shift.days.keys()].sort();
    const last = dates.at(-1) ?? '';
    for (let date = dates[0] ?? ''; date < last; date = nextDay(date)) {
      if (!shift.days.has(date)) shift.days.set(date, emptyBook());
    }
  }

  /** Enters a sale with its immediate payments. */
  sell(date: string, shift: ModelShift, sale: ModelSale): void {
    this.write(date, shift, (book) => {
      book.sales += 1;
      book.salesTotal += sale.total;
      book.taken += sale.cash;
      book.change += sale.change;
    });
    shift.drawer += sale.cash - sale.change;
  }

  /** Enters a pending payment that came in; late cash exceeds the amount due by `change`. */
  receive(date: string, shift: ModelShift | null, sale: ModelSale): void {
    const { pending } = sale;
    if (!pending) return;
    sale.pending = null;
    if (pending.method !== 'cash') {
      sale.other += pending.amount;
      this.write(date, shift, () => {});
      return;
    }
    const change = Math.max(0, sale.cash + pending.amount + sale.other - sale.total);
    sale.cash += pending.amount;
    sale.change += change;
    this.write(date, shift, (book) => {
      book.taken += pending.amount;
      book.change += change;
    });
    if (shift) shift.drawer += pending.amount - change;
  }

  /** Enters cash put into the drawer, or taken out, outside of sales. */
  move(date: string, shift: ModelShift, amount: number): void {
    this.write(date, shift, () => {});
    shift.drawer += amount;
  }

  /**
   * Returns units, and refunds `amount` for them and earlier ones, cash first. The sale is then worth the price of the
   * remaining units, or the money that the shop keeps if that is more.
   */
  refund(date: string, shift: ModelShift, sale: ModelSale, units: readonly number[], amount: number): void {
    sale.kept += dueFor(sale, units.length) - amount;
    for (const line of sale.lines) if (units.includes(line.id)) line.isBack = true;
    const cash = cashOfRefund(sale, amount);
    sale.gone += amount;
    sale.goneInCash += cash;
    const others = (sale.total * (sale.lines.length - unitsBack(sale))) / sale.lines.length;
    const net = Math.max(others, Math.min(paidFor(sale), sale.total) - sale.gone);
    const off = sale.net - net;
    sale.net = net;
    this.write(date, shift, (book) => {
      book.refundsTotal += amount;
      book.writtenOff += off - amount;
      book.refunded += cash;
    });
    shift.drawer -= cash;
    if (unitsBack(sale) < sale.lines.length) return;
    sale.isOver = true;
    sale.pending = null;
  }

  void(date: string, shift: ModelShift | null, sale: ModelSale): void {
    const cash = sale.cash - sale.change;
    this.write(date, shift, (book) => {
      book.voidsTotal += sale.total;
      book.voided += cash;
    });
    if (shift) shift.drawer -= cash;
    sale.isOver = true;
    sale.pending = null;
  }
}

export const netOf = ({ salesTotal, voidsTotal, refundsTotal, writtenOff }: Book): number =>
  salesTotal - voidsTotal - refundsTotal - writtenOff;
export const cashOf = ({ taken, change, refunded, voided }: Book): number =>
  taken - change - refunded - voided;
