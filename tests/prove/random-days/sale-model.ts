import type { ModelTradeIn } from './trade-in-model.ts';
import type { ModelUnit } from './unit-model.ts';

// A sale, as kept on paper. Independent of the product's code; centavos throughout.

/** Cash is rounded, everything else is paid to the centavo. An exchanged value and a traded-in unit are no money. */
export type Method = 'cash' | 'card' | 'gcash' | 'maya' | 'trade_in' | 'exchange';
export type ModelPayment = {
  id: number;
  method: Method;
  amount: number;
  state: 'in' | 'pending' | 'lost';
  tradeIn?: ModelTradeIn | undefined;
};
export type ModelLine = {
  id: number;
  unit: ModelUnit;
  price: number;
  isBack: boolean;
  /** True for a line whose unit was traded in since: it is kept, but the sale no longer has the unit. */
  isTradedIn: boolean;
};

/** The smallest coins that a shop may round cash to. */
export const coins = [1, 5, 25, 100] as const;
const down = (amount: number, coin: number) => Math.floor(amount / coin) * coin;
/** Cash that goes back, in coins: never less than is due. */
export const up = (amount: number, coin: number): number => Math.ceil(amount / coin) * coin;
/** Cash that is due, in coins; less than a coin is not rounded to nothing. */
export const dueInCash = (amount: number, coin: number): number => down(amount, coin) || amount;

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

/** Shares an amount by some prices: whole centavos, the left ones to the largest remainders, the earlier one of equals. */
function share(amount: number, prices: readonly number[]): number[] {
  const all = sum(prices);
  const shares = prices.map((price) => Math.floor((amount * price) / all));
  const rest = prices.map((price) => (amount * price) % all);
  const inTurn = [...rest.keys()].sort((a, b) => (rest[b] ?? 0) - (rest[a] ?? 0) || a - b);
  for (const place of inTurn.slice(0, amount - sum(shares))) shares[place] = (shares[place] ?? 0) + 1;
  return shares;
}

/** A refund, for the books. */
export type Refunded = {
  amount: number;
  cash: number;
  other: number;
  writtenOff: number;
  /** The excess of its cash over its amount, and the part of the sale's own rounding that goes with its units. */
  rounding: number;
  roundingBack: number;
};

/** A sale from its completion on: its payments, and what came of them. */
export class ModelSale {
  readonly id: number;
  readonly lines: readonly ModelLine[];
  readonly total: number;
  readonly payments: ModelPayment[];
  change = 0;
  /** The rest of the total that its cash leaves for want of coins, and the part of it that went with returned units. */
  rounding = 0;
  roundingBack = 0;
  /** The shares refunded, the cash in them, and what a person decided to keep of them. */
  gone = 0;
  goneInCash = 0;
  /** What went back as traded-in units. */
  goneInUnits = 0;
  /** The part that went into other sales by exchanges. */
  carried = 0;
  kept = 0;
  /** Its net sales in the books. */
  net: number;
  isOver = false;
  /** True for a sale that is half of an exchange. */
  isExchange = false;

  /** A sale as it is completed, with its payments; cash is rounded to a coin. Goods bear a tax of 10 % on top, unless a total is given. */
  constructor(
    id: number,
    lines: ModelLine[],
    payments: ModelPayment[],
    coin: number,
    total = totalOf(lines.map(({ price }) => price)),
  ) {
    this.id = id;
    this.lines = lines;
    this.payments = payments;
    this.total = total;
    this.net = this.total;
    this.#giveChange(coin);
    if (this.#hasCash) this.rounding = Math.max(0, this.total - this.covered);
  }

  #sum(wanted: (payment: ModelPayment) => boolean): number {
    return sum(this.payments.filter(wanted).map(({ amount }) => amount));
  }
  get #hasCash(): boolean {
    return this.payments.some(({ method, state }) => method === 'cash' && state !== 'lost');
  }
  get cashIn(): number {
    return this.#sum(({ method, state }) => method === 'cash' && state === 'in');
  }
  get exchangeIn(): number {
    return this.#sum(({ method }) => method === 'exchange');
  }
  get otherIn(): number {
    return this.#sum(({ method, state }) => method !== 'cash' && state === 'in');
  }
  /** The money that came and stayed. */
  get paid(): number {
    return this.cashIn + this.otherIn - this.change;
  }
  /** That, and the money that is still expected. */
  get covered(): number {
    return this.#sum(({ state }) => state !== 'lost') - this.change;
  }
  get pending(): ModelPayment[] {
    return this.payments.filter(({ state }) => state === 'pending');
  }
  /** The lines' parts of an amount. */
  #part(amount: number, wanted: (line: ModelLine) => boolean): number {
    const shares = share(
      amount,
      this.lines.map(({ price }) => price),
    );
    return sum(shares.filter((_, index) => this.lines.some((line, at) => at === index && wanted(line))));
  }
  /** The price of the units that the customer keeps. */
  get worth(): number {
    return this.#part(this.total, ({ isBack }) => !isBack);
  }
  get roundingLeft(): number {
    return this.rounding - this.roundingBack;
  }
  /** The part of that which is missing, to the centavo. */
  get missing(): number {
    return this.worth - this.roundingLeft - (this.covered - this.gone);
  }
  /** A single centavo is not asked for. */
  get balance(): number {
    return this.missing > 1 ? this.missing : 0;
  }

  /** The money for some units: their share of the total without the rounding of the cash that counts. */
  #dueOf(wanted: (line: ModelLine) => boolean): number {
    return this.#part(this.total - (this.#hasCash ? this.rounding : 0), wanted);
  }

  /**
   * The refund due to a customer who returns some units: their share of what was paid, and of earlier ones what it has
   * grown by, but no money that pays for the units that are kept, and never more than is there. With the last unit all goes back that
   * nobody kept.
   */
  dueFor(units: readonly ModelLine[]): number {
    const stays = (line: ModelLine) => !line.isBack && !units.includes(line);
    if (!this.lines.some(stays)) return Math.max(0, this.paid - this.gone - this.kept);
    const now = this.#part(this.paid, (line) => units.includes(line));
    const grown = this.#part(this.paid, ({ isBack }) => isBack) - this.gone - this.kept;
    const beyond = this.covered - this.gone - now - this.#dueOf(stays);
    return Math.min(now + Math.max(0, Math.min(grown, beyond)), this.paid - this.gone);
  }
  /**
   * A refund goes back the way it came: cash first, then exchanges, trade-ins and the rest. A traded-in unit goes back as
   * itself if it stands as it came in and all of it is due, else in cash; so does what an exchange paid.
   */
  #payouts(amount: number): { cash: number; units: ModelPayment[] } {
    const cash = this.cashIn - this.change - this.goneInCash;
    const exchanged = Math.max(0, this.exchangeIn - this.carried) + Math.min(0, cash);
    const tradedIn = this.#sum(({ method, state }) => method === 'trade_in' && state === 'in');
    const first = Math.max(0, cash) + Math.max(0, exchanged);
    const inTrade = Math.min(
      Math.max(0, amount - first),
      Math.max(0, tradedIn - this.goneInUnits + Math.min(0, exchanged)),
    );
    let whole = inTrade;
    const units = this.payments.filter((payment) => {
      const goes = payment.state === 'in' && payment.tradeIn?.goesBack === true && payment.amount <= whole;
      if (goes) whole -= payment.amount;
      return goes;
    });
    return { cash: Math.min(amount, first) + whole, units };
  }
  /** The cash part of a refund. */
  cashOf(amount: number): number {
    return this.#payouts(amount).cash;
  }
  /** True if a unit among a refund lies in a cart: nothing goes back before it is taken out. */
  isInCart(amount: number): boolean {
    return this.#payouts(amount).units.some(({ tradeIn }) => tradeIn?.unit.place === 'locked');
  }
  /** Gives back the units among a refund, and returns its cash part. */
  #handBack(amount: number): number {
    const { cash, units } = this.#payouts(amount);
    for (const payment of units) {
      this.goneInUnits += payment.amount;
      payment.tradeIn?.giveBack();
    }
    return cash;
  }

  /** Gives change of the cash above its part of the total; never of cash that is yet to come. */
  #giveChange(coin: number): number {
    const others = this.#sum(({ method, state }) => method !== 'cash' && state !== 'lost');
    const cash = this.#sum(({ method, state }) => method === 'cash' && state !== 'lost');
    const above = Math.max(0, cash - Math.max(0, this.total - others));
    const given = Math.max(0, Math.min(this.cashIn, up(above, coin)) - this.change);
    this.change += given;
    return given;
  }

  /** Enters a payment that came later, expected or not; returns the change of it and the rounding. */
  receive(payment: ModelPayment, coin: number): { change: number; rounding: number } {
    payment.state = 'in';
    if (!this.payments.includes(payment)) this.payments.push(payment);
    if (payment.method !== 'cash') return { change: 0, rounding: 0 };
    const change = this.#giveChange(coin);
    // It leaves a rest of the units that are kept, or, if it was for returned ones, too, of all.
    const left = this.missing > 0 ? this.missing : this.total - this.rounding - this.covered;
    const before = left + payment.amount - change;
    const rounding = left > 0 && payment.amount >= dueInCash(before, coin) ? left : 0;
    this.rounding += rounding;
    return { change, rounding };
  }

  /**
   * A payment never comes, or was none: change counts only while there is cash that it was given of, and the rounding
   * goes with the last cash. Returns how both change.
   */
  lose(payment: ModelPayment): { change: number; rounding: number } {
    payment.state = 'lost';
    const change = Math.min(0, this.cashIn - this.change);
    const rounding = this.#hasCash ? 0 : -this.roundingLeft;
    this.change += change;
    this.rounding += rounding;
    return { change, rounding };
  }

  /**
   * Takes units back and refunds `amount` for them and earlier ones. The sale is then worth what the other units cost,
   * or the money that the shop keeps, if that is more. What is `carried` over pays for another sale.
   */
  refund(units: readonly ModelLine[], amount: number, coin: number, carried = 0): Refunded {
    const cash = this.#handBack(amount - carried);
    this.carried += carried;
    this.kept += this.dueFor(units) - amount;
    for (const line of units) line.isBack = true;
    this.gone += amount;
    this.goneInCash += cash;
    const net = Math.max(this.worth, this.paid - this.gone);
    const writtenOff = this.net - net - amount;
    this.net = net;
    // The kept units' part of the rounding stays: their price less the money for them. It is never more than the books
    // hold beyond the money.
    const left = Math.min(this.worth - this.#dueOf(({ isBack }) => !isBack), net - (this.paid - this.gone));
    const back = this.roundingLeft - left;
    this.roundingBack += back;
    if (this.lines.every(({ isBack }) => isBack)) this.#end();
    const inCoins = up(cash, coin);
    return {
      amount,
      cash: inCoins,
      other: amount - cash,
      writtenOff,
      rounding: inCoins - cash,
      roundingBack: back,
    };
  }

  /** Takes all back at once, as if it had not been. */
  void(coin: number): { cash: number; other: number; rounding: number } {
    const { paid } = this;
    const cash = this.#handBack(paid);
    this.#end();
    const inCoins = up(cash, coin);
    return { cash: inCoins, other: paid - cash, rounding: inCoins - cash - this.rounding };
  }

  #end(): void {
    this.isOver = true;
    for (const payment of this.pending) payment.state = 'lost';
  }
}

/** Returns the total of some goods: a tax of 10 % on top, rounded half up. */
export function totalOf(prices: readonly number[]): number {
  const net = sum(prices);
  return net + Math.round(net / 10);
}
