import { addMonths, daysBetween, formatDate, type CalendarDate } from './calendar-dates.ts';
import { storeDate } from './store-time.ts';

/** The last day of a warranty that began when a sale was completed; null where none was given. */
export function warrantyUntil(completedAt: number, months: number | null, zone: string): CalendarDate | null {
  return months ? addMonths(storeDate(completedAt, zone), months) : null;
}

/** `ended`: a refund, a void or a trade-in ended it. `none`: it was sold without one. */
export const warrantyStates = ['valid', 'expired', 'ended', 'none'] as const;
export type WarrantyState = (typeof warrantyStates)[number];

export type Warranty = {
  months: number;
  state: WarrantyState;
  until: CalendarDate | null;
  /** Whole days that are left after today; null where none runs. */
  days_left: number | null;
};

type Sold = {
  months: number | null;
  /** When it was sold, and for how long it was: epoch milliseconds. */
  completed_at: number;
  /** The unit is not with the customer any more. */
  isBack: boolean;
};

/** How the warranty of something that was sold stands, by the calendar of its store. */
export function warrantyOf({ months, completed_at, isBack }: Sold, zone: string, now: number): Warranty {
  const until = warrantyUntil(completed_at, months, zone);
  if (until === null) return { months: 0, state: 'none', until: null, days_left: null };
  const known = { months: months ?? 0, until };
  if (isBack) return { ...known, state: 'ended', days_left: null };
  const left = daysBetween(storeDate(now, zone), until);
  return left < 0
    ? { ...known, state: 'expired', days_left: null }
    : { ...known, state: 'valid', days_left: left };
}

/** `1 month`, `12 months`. */
export const monthsText = (months: number) => `${months} ${months === 1 ? 'month' : 'months'}`;

/** `In warranty until November 21, 2027, 365 days left`: how a warranty stands, as screens say it. */
export function warrantyText({ months, state, until, days_left }: Warranty): string {
  if (state === 'none' || until === null) return 'Sold without warranty';
  const date = formatDate(until);
  if (state === 'ended') return `Warranty of ${monthsText(months)} ended when it came back`;
  if (state === 'expired') return `Out of warranty since ${date}`;
  return `In warranty until ${date}, ${days_left === 1 ? '1 day' : `${days_left} days`} left`;
}
