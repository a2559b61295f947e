import { addMonths, daysBetween, formatDate, type CalendarDate } from './calendar-dates.ts';
import { storeDate, type Zones } from './store-time.ts';

/** Returns the last day of a warranty that began at an instant; null without one. */
export function warrantyUntil(from: number, months: number | null, zones: Zones): CalendarDate | null {
  return months ? addMonths(storeDate(from, zones), months) : null;
}

/** `ended`: by a refund, a void or a trade-in. `none`: sold without one. */
export const warrantyStates = ['valid', 'expired', 'ended', 'none'] as const;
export type WarrantyState = (typeof warrantyStates)[number];

export type Warranty = {
  months: number;
  state: WarrantyState;
  until: CalendarDate | null;
  /** Whole days left after today; null unless it runs. */
  days_left: number | null;
};

type Sold = {
  months: number | null;
  /** The time of its sale, or of that of the unit which it replaced; epoch milliseconds. */
  from: number;
  /** True if the customer no longer has the unit. */
  isBack: boolean;
};

/** Returns the state of a sold unit's warranty, by the calendar of its store. */
export function warrantyOf({ months, from, isBack }: Sold, zones: Zones, now: number): Warranty {
  const until = warrantyUntil(from, months, zones);
  if (until === null) return { months: 0, state: 'none', until: null, days_left: null };
  const known = { months: months ?? 0, until };
  if (isBack) return { ...known, state: 'ended', days_left: null };
  const left = daysBetween(storeDate(now, zones), until);
  return left < 0
    ? { ...known, state: 'expired', days_left: null }
    : { ...known, state: 'valid', days_left: left };
}

/** Returns `1 month`, `12 months`. */
export const monthsText = (months: number) => `${months} ${months === 1 ? 'month' : 'months'}`;

/** Returns the display text of a warranty: `In warranty until November 21, 2027, 365 days left`. */
export function warrantyText({ months, state, until, days_left }: Warranty): string {
  if (state === 'none' || until === null) return 'Sold without warranty';
  const date = formatDate(until);
  if (state === 'ended') return `Warranty of ${monthsText(months)} ended when it came back`;
  if (state === 'expired') return `Out of warranty since ${date}`;
  return `In warranty until ${date}, ${days_left === 1 ? '1 day' : `${days_left} days`} left`;
}
