import { hourName } from '#domain/daily-report.ts';
import { formatMoney, pesosToCentavos, type Centavos } from '#domain/money.ts';

/** Sales of a store in one hour of its day; negative where refunds exceed sales. */
type HourOfSales = { hour: number; sales: Centavos };

/** The first and last opening hours of a day; null on a closed day. */
type OpenHours = { first: number; last: number } | null;

/** The hours shown for a closed day without sales. */
const USUAL = { first: 9, last: 20 };
const THOUSAND = pesosToCentavos(1000);

/** Returns the hours of a store's day for a chart: the opening hours, widened by sales outside them. */
export function shownHours<H extends HourOfSales>(hours: readonly H[], open: OpenHours): H[] {
  const busy = hours.filter(({ sales }) => sales !== 0).map(({ hour }) => hour);
  const always = open ?? (busy.length > 0 ? null : USUAL);
  const ends = [...busy, ...(always ? [always.first, always.last] : [])];
  const [first, last] = [Math.min(...ends), Math.max(...ends)];
  return hours.filter(({ hour }) => hour >= first && hour <= last);
}

const NOON = 12;

/** Returns an hour's axis label: `9 AM`, then `10`, `11`, `12 PM`, `1`. */
export const hourOnAxis = (hour: number, isFirst: boolean): string =>
  isFirst || hour === NOON ? hourName(hour) : (hourName(hour).split(' ')[0] ?? '');

export const inWholePesos = (amount: Centavos): string => formatMoney(amount, 'draft-list');

/** `₱2.5k`, `−₱1k`, `₱500`. */
export function pesosOnAxis(amount: Centavos): string {
  const size = Math.abs(amount);
  if (size < THOUSAND) return inWholePesos(amount);
  const thousands = (size / THOUSAND).toLocaleString('en-PH', { maximumFractionDigits: 1 });
  return `${amount < 0 ? '−' : ''}₱${thousands}k`;
}
