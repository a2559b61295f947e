import type { ModelPayment, ModelSale, Refunded } from './sale-model.ts';
import type { ModelTradeIn } from './trade-in-model.ts';

// A shop's drawers, kept as books on paper. Independent of the product's code: amounts are centavos, days are those of
// Manila.

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
  /** Money by other methods, less what went back by them. */
  others: number;
  /** Amounts let off and given more for want of coins, less those that came back. */
  rounding: number;
  /** The part of what was written off that nobody owed: the rounding of units that came back. */
  roundingBack: number;
  /** Payouts for traded-in units, less those that came back, and the cash in them. */
  payouts: number;
  paidOut: number;
  paidOutInCash: number;
  /** What that cash came to more than agreed, for want of coins: no part of `rounding`, which is that of sales. */
  paidOutRounding: number;
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
  others: 0,
  rounding: 0,
  roundingBack: 0,
  payouts: 0,
  paidOut: 0,
  paidOutInCash: 0,
  paidOutRounding: 0,
});

export type ModelShift = {
  id: number;
  till: number;
  drawer: number;
  book: Book;
  /** Totals by day, for the Z readings. */
  days: Map<string, Book>;
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
  sell(date: string, shift: ModelShift, { total, cashIn, otherIn, change, rounding }: ModelSale): void {
    this.write(date, shift, (book) => {
      book.sales += 1;
      book.salesTotal += total;
      book.taken += cashIn;
      book.change += change;
      book.others += otherIn;
      book.rounding += rounding;
    });
    shift.drawer += cashIn - change;
  }

  /** Enters a payment that came in later. */
  receive(
    date: string,
    shift: ModelShift | null,
    sale: ModelSale,
    payment: ModelPayment,
    coin: number,
  ): void {
    this.#enter(date, shift, payment, payment.amount, sale.receive(payment, coin));
  }

  /** Enters that a payment will never come, or was none: what was entered of it is undone on this day. */
  lose(date: string, shift: ModelShift | null, sale: ModelSale, payment: ModelPayment): void {
    const amount = payment.state === 'in' ? -payment.amount : 0;
    this.#enter(date, shift, payment, amount, sale.lose(payment));
  }

  #enter(
    date: string,
    shift: ModelShift | null,
    { method }: ModelPayment,
    amount: number,
    { change, rounding }: { change: number; rounding: number },
  ): void {
    this.write(date, shift, (book) => {
      book[method === 'cash' ? 'taken' : 'others'] += amount;
      book.change += change;
      book.rounding += rounding;
    });
    if (shift && method === 'cash') shift.drawer += amount - change;
  }

  /** Enters cash put into the drawer, or taken out, outside of sales. */
  move(date: string, shift: ModelShift, amount: number): void {
    this.write(date, shift, () => {});
    shift.drawer += amount;
  }

  /** Enters what is paid out for a traded-in unit. */
  payOut(date: string, shift: ModelShift, tradeIn: ModelTradeIn): void {
    this.#payOut(date, shift, tradeIn, 1);
  }

  /** Enters that a unit goes back to its seller, who hands back what was paid out. */
  handBack(date: string, shift: ModelShift, tradeIn: ModelTradeIn): void {
    tradeIn.giveBack();
    this.#payOut(date, shift, tradeIn, -1);
  }

  #payOut(date: string, shift: ModelShift, tradeIn: ModelTradeIn, direction: 1 | -1): void {
    const { paidOut, inCash, rounding } = tradeIn;
    if (paidOut === 0) return;
    this.write(date, shift, (book) => {
      book.payouts += direction;
      book.paidOut += direction * paidOut;
      book.paidOutInCash += direction * inCash;
      book.paidOutRounding += direction * rounding;
      book.others -= direction * (paidOut - inCash);
    });
    shift.drawer -= direction * inCash;
  }

  refund(date: string, shift: ModelShift, { amount, cash, other, writtenOff, ...refunded }: Refunded): void {
    this.write(date, shift, (book) => {
      book.refundsTotal += amount;
      book.writtenOff += writtenOff;
      book.refunded += cash;
      book.others -= other;
      book.rounding += refunded.rounding - refunded.roundingBack;
      book.roundingBack += refunded.roundingBack;
    });
    shift.drawer -= cash;
  }

  void(date: string, shift: ModelShift, sale: ModelSale, coin: number): void {
    const { cash, other, rounding } = sale.void(coin);
    this.write(date, shift, (book) => {
      book.voidsTotal += sale.total;
      book.voided += cash;
      book.others -= other;
      book.rounding += rounding;
    });
    shift.drawer -= cash;
  }
}

export const netOf = ({ salesTotal, voidsTotal, refundsTotal, writtenOff }: Book): number =>
  salesTotal - voidsTotal - refundsTotal - writtenOff;
export const cashOf = ({ taken, change, refunded, voided }: Book): number =>
  taken - change - refunded - voided;
