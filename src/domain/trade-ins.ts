import { cashBack } from './cash-rounding.ts';
import type { Centavos } from './money.ts';
import type { UnitStatus } from './transactions.ts';

/** A unit's place, as far as it decides about a trade-in. */
type Place = {
  status: UnitStatus;
  store: { name: string };
  /** True if it went back to the person who had traded it in. */
  was_given_back?: boolean;
};

const gone: Record<Exclude<UnitStatus, 'sold' | 'returned'>, (store: string) => string> = {
  available: (store) => `It is in stock at ${store}`,
  locked: (store) => `It is in a cart at ${store}`,
  reserved: (store) => `It is reserved for a draft with payments at ${store}`,
  in_transit: (store) => `It is on its way from ${store} to another store. Receive it there`,
  on_hold: (store) => `It was traded in, and is on hold at ${store}`,
  defective: (store) => `It stands at ${store} as defective`,
  lost: (store) => `It is marked as lost at ${store}. Mark it as found first`,
};

/** Returns why a known unit cannot be traded in, in a sentence without its full stop; null if a customer has it. */
export function whyNotTradedIn({ status, store, was_given_back = false }: Place): string | null {
  if (status === 'sold') return null;
  if (status !== 'returned') return gone[status](store.name);
  return was_given_back ? null : 'It went back to its supplier. It comes back by receiving it';
}

/** The identity documents that a seller may show. */
export const sellerIds = [
  'national_id',
  'drivers_license',
  'passport',
  'umid',
  'postal_id',
  'voters_id',
  'prc_id',
  'other',
] as const;
export type SellerId = (typeof sellerIds)[number];

export const sellerIdLabels: Record<SellerId, string> = {
  national_id: 'National ID (PhilSys)',
  drivers_license: 'Driver’s license',
  passport: 'Passport',
  umid: 'UMID',
  postal_id: 'Postal ID',
  voters_id: 'Voter’s ID',
  prc_id: 'PRC ID',
  other: 'Other ID',
};

/** Returns `TI-MKT-01-000012`. */
export const tradeInNumber = (storeCode: string, no: number): string =>
  `TI-${storeCode}-${String(no).padStart(6, '0')}`;

/** The parts of what is paid for a traded-in unit: in a sale, and out of the till. */
type PaidParts = { inSale: Centavos; paidOut: Centavos };
export type TradeInParts = PaidParts & {
  /** The part of the payout that is given for want of smaller coins. */
  rounding: Centavos;
};

/**
 * Returns the amount by which a payout exceeds what was left of the agreed amount, because cash is rounded up. `amount`
 * is null where it was not entered: nothing was paid out then.
 */
export const payoutRounding = (amount: Centavos | null, { inSale, paidOut }: PaidParts): Centavos =>
  amount === null || paidOut === 0 ? 0 : paidOut - (amount - inSale);

/**
 * Splits the agreed amount of a trade-in: it pays what `remains` of its sale (0 without one), and the rest is paid out,
 * in cash up to the smallest coin.
 */
export function tradeInParts(
  amount: Centavos,
  { remains, inCash, coin }: { remains: Centavos; inCash: boolean; coin: Centavos },
): TradeInParts {
  const inSale = Math.min(amount, remains);
  const rest = amount - inSale;
  const parts = { inSale, paidOut: inCash ? cashBack(rest, coin) : rest };
  return { ...parts, rounding: payoutRounding(amount, parts) };
}
