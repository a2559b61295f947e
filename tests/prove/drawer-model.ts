// A shop's drawers as somebody would keep them on paper. It knows nothing of the product's code: amounts are whole pesos
// (goods cost tens of pesos, so that their tax of a tenth is whole, too), days are those of Manila.

const DAY = 86_400_000;
const MANILA = 8 * 3_600_000;

export const dateOf = (instant: number): string => new Date(instant + MANILA).toISOString().slice(0, 10);
export const nextDay = (date: string): string => new Date(Date.parse(date) + DAY).toISOString().slice(0, 10);

/** What came to pass in a shift, or on a day. */
export type Book = {
  sales: number;
  salesTotal: number;
  voidsTotal: number;
  refundsTotal: number;
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
  /** By day, for the Z readings. */
  days: Map<string, Book>;
};

export type ModelSale = {
  id: number;
  lines: { id: number; isBack: boolean }[];
  total: number;
  /** Cash that came in, and what of it was handed out again. */
  cash: number;
  change: number;
  /** Other money that came in. */
  other: number;
  pending: { id: number; method: 'cash' | 'gcash'; amount: number } | null;
  isOver: boolean;
  /** A payment of it failed: it is left alone, or voided. */
  isBroken: boolean;
};

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

  /** Writes something into the day and, where one is named, into the shift. */
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

  /** A sale with what came in for it at once. */
  sell(date: string, shift: ModelShift, sale: ModelSale): void {
    this.write(date, shift, (book) => {
      book.sales += 1;
      book.salesTotal += sale.total;
      book.taken += sale.cash;
      book.change += sale.change;
    });
    shift.drawer += sale.cash - sale.change;
  }

  /** A pending payment came in; late cash is more than what was to be paid by `change`. */
  receive(date: string, shift: ModelShift | null, sale: ModelSale): void {
    const { pending } = sale;
    if (!pending) return;
    sale.pending = null;
    if (pending.method !== 'cash') {
      sale.other += pending.amount;
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

  /** Some of what was paid goes back, cash first. */
  private handBack(sale: ModelSale, amount: number): number {
    const cash = Math.min(amount, sale.cash - sale.change);
    sale.cash -= cash;
    sale.other -= amount - cash;
    return cash;
  }

  refund(date: string, shift: ModelShift | null, sale: ModelSale, amount: number): void {
    const cash = this.handBack(sale, amount);
    this.write(date, shift, (book) => {
      book.refundsTotal += amount;
      book.refunded += cash;
    });
    if (shift) shift.drawer -= cash;
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

export const netOf = ({ salesTotal, voidsTotal, refundsTotal }: Book): number =>
  salesTotal - voidsTotal - refundsTotal;
export const cashOf = ({ taken, change, refunded, voided }: Book): number =>
  taken - change - refunded - voided;
