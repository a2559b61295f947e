import { type Centavos, formatMoney } from './money.ts';

/** The smallest coins that a chain may round cash to; one centavo rounds nothing. */
export const smallestCoins: readonly Centavos[] = [1, 5, 25, 100];

/** The coin of chains that do not round cash. */
export const ONE_CENTAVO: Centavos = 1;
/** The coin of a new shop: banks hardly give smaller ones. */
export const FIRST_COIN: Centavos = 25;

/** Returns the largest multiple of a coin that is not above an amount. */
const downTo = (coin: Centavos, amount: Centavos): Centavos => amount - (amount % coin);

/** Returns cash to give back, up to the coin: less than is due is unlawful. */
export const cashBack = (amount: Centavos, coin: Centavos): Centavos => downTo(coin, amount + coin - 1);

/**
 * Returns the cash due for the part of a total that is paid in cash, down to the coin. A part below one coin stays as
 * it is: a sale is never paid by nothing.
 */
export const cashDue = (part: Centavos, coin: Centavos): Centavos => downTo(coin, part) || part;

/** Says how much of a sum is rounding: `₱0.25 of it is cash rounding`. */
export const roundingText = (rounding: Centavos): string =>
  `${formatMoney(Math.abs(rounding), 'payment')} of it is cash rounding`;
