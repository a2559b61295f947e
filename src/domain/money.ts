import { trimmed } from './plain-text.ts';

/** Integer centavos. Pesos exist on the wire and on screen only. */
export type Centavos = number;

/** Hundredths of a percent: 12 % is 1200. */
export type BasisPoints = number;

const CENTAVOS_PER_PESO = 100;
const BASIS_POINTS_PER_PERCENT = 100;
export const FULL_RATE: BasisPoints = 10_000;

/** Converts decimal pesos (at most two decimals) to centavos. */
export function pesosToCentavos(pesos: number): Centavos {
  return Math.round(pesos * CENTAVOS_PER_PESO);
}

/** Converts centavos to decimal pesos. */
export function centavosToPesos(centavos: Centavos): number {
  return centavos / CENTAVOS_PER_PESO;
}

/** Returns the sum of the amounts of payments, payouts or any other rows. */
export const sumOfAmounts = (rows: readonly { amount: Centavos }[]): Centavos =>
  rows.reduce((sum, { amount }) => sum + amount, 0);

/** A comma is allowed only between thousands: elsewhere it may be meant as a point, `26,93`, a hundredth of 2,693. */
const WHOLE = String.raw`(?:\d{1,9}|\d{1,3}(?:,\d{3}){1,2})`;
const AMOUNT = new RegExp(String.raw`^${WHOLE}(?:\.\d{0,2})?$|^\.\d{1,2}$`);
const COUNT = new RegExp(`^${WHOLE}$`);
/** An amount with more than two decimals. */
const FINER = new RegExp(String.raw`^(?:${WHOLE})?\.\d{3,}$`);
const numberIn = (text: string) => Number(text.replaceAll(',', ''));

/** Returns typed or pasted text without the peso sign and invisible characters around it. */
const plainAmount = (text: string) => trimmed(trimmed(text).replace(/^₱/, ''));

export const AT_MOST_TWO_DECIMALS = 'Amounts have at most two decimals';

/** Returns why typed text is no amount, if there is a specific reason; else null. */
export const amountProblem = (text: string): string | null =>
  FINER.test(plainAmount(text)) ? AT_MOST_TWO_DECIMALS : null;

/** Parses typed pesos (`53,000.5`) to centavos; null for other text. */
export function parsePesos(text: string): Centavos | null {
  const plain = plainAmount(text);
  return AMOUNT.test(plain) ? pesosToCentavos(numberIn(plain)) : null;
}

/** Parses a typed whole number (`1,500`); null for other text. */
export function parseCount(text: string): number | null {
  const plain = trimmed(text);
  return COUNT.test(plain) ? numberIn(plain) : null;
}

/** Converts percent (at most two decimals) to basis points. */
export function percentToBasisPoints(percent: number): BasisPoints {
  return Math.round(percent * BASIS_POINTS_PER_PERCENT);
}

/** Converts basis points to percent. */
export function basisPointsToPercent(basisPoints: BasisPoints): number {
  return basisPoints / BASIS_POINTS_PER_PERCENT;
}

/** Returns the whole pesos of an amount, truncated toward zero. */
export function wholePesos(centavos: Centavos): number {
  return Math.trunc(centavos / CENTAVOS_PER_PESO);
}

/** Returns `numerator / denominator`, rounded half away from zero; exact for integers below 2^53. */
export function divideRounded(numerator: number, denominator: number): number {
  const sign = numerator < 0 === denominator < 0 ? 1 : -1;
  const dividend = BigInt(Math.abs(numerator));
  const divisor = BigInt(Math.abs(denominator));
  const rounded = Number((dividend * 2n + divisor) / (divisor * 2n));
  return rounded === 0 ? 0 : sign * rounded;
}

/** Returns a rate's part of an amount, rounded half away from zero. */
export function applyRate(amount: Centavos, rate: BasisPoints): Centavos {
  return divideRounded(amount * rate, FULL_RATE);
}

/**
 * Splits `amount` by `weights` with the largest remainder, ties to the earlier one: the parts always add up to the
 * amount. All-zero weights count as equal.
 */
export function allocate(amount: Centavos, weights: readonly number[]): Centavos[] {
  if (weights.length === 0) return [];
  const given = weights.some((weight) => weight > 0) ? weights : weights.map(() => 1);
  const totalWeight = BigInt(given.reduce((sum, weight) => sum + weight, 0));
  const parts = given.map((weight, index) => {
    const product = BigInt(amount) * BigInt(weight);
    return { index, share: product / totalWeight, remainder: product % totalWeight };
  });
  let left = BigInt(amount) - parts.reduce((sum, part) => sum + part.share, 0n);
  const byRemainder = [...parts].sort((a, b) =>
    a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1,
  );
  for (const part of byRemainder) {
    if (left <= 0n) break;
    part.share += 1n;
    left -= 1n;
  }
  return parts.map((part) => Number(part.share));
}

export type Currency = 'PHP' | 'USD';

/** The place where an amount is shown. Nothing is ever converted: a surface only decides the sign before the figure. */
export type MoneySurface =
  | 'payment'
  | 'transaction'
  | 'store'
  | 'staff'
  | 'purchasing'
  | 'inventory'
  | 'dashboard'
  | 'draft-list'
  | 'customer'
  | 'cart'
  | 'product-card';

const SURFACES_IN_DOLLARS: readonly MoneySurface[] = ['customer', 'cart', 'product-card'];

/** Returns the currency of a surface; `pesosEverywhere` puts customer screens, cart and product cards in pesos. */
export function currencyOf(surface: MoneySurface, pesosEverywhere = false): Currency {
  return !pesosEverywhere && SURFACES_IN_DOLLARS.includes(surface) ? 'USD' : 'PHP';
}

const SIGNS: Record<Currency, string> = { PHP: '₱', USD: '$' };

/** Returns `1,234.50` without a sign, as on receipts. */
export function formatAmount(centavos: Centavos, decimals: 0 | 2 = 2): string {
  const absolute = Math.abs(decimals === 0 ? divideRounded(centavos, CENTAVOS_PER_PESO) : centavos);
  const whole = decimals === 0 ? absolute : Math.trunc(absolute / CENTAVOS_PER_PESO);
  const grouped = String(whole).replace(/\B(?=(\d{3})+(?!\d))/g, ',');
  const fraction = decimals === 0 ? '' : `.${String(absolute % CENTAVOS_PER_PESO).padStart(2, '0')}`;
  return `${centavos < 0 && absolute !== 0 ? '-' : ''}${grouped}${fraction}`;
}

/** Returns `₱1,234.50`, `−$379.00`; without decimals on the draft list. */
export function formatMoney(centavos: Centavos, surface: MoneySurface, pesosEverywhere = false): string {
  const amount = formatAmount(Math.abs(centavos), surface === 'draft-list' ? 0 : 2);
  return `${centavos < 0 ? '−' : ''}${SIGNS[currencyOf(surface, pesosEverywhere)]}${amount}`;
}
