import { hourName } from '#domain/daily-report.ts';
import { formatMoney, pesosToCentavos, type Centavos } from '#domain/money.ts';

/** What a store sold in an hour of its day; below zero where more was taken back. */
type HourOfSales = { hour: number; sales: Centavos };

/** The hours of the clock in which a store is open; none on a day on which it is closed. */
type OpenHours = { first: number; last: number } | null;

/** What is shown of a closed day without a sale. */
const USUAL = { first: 9, last: 20 };
const THOUSAND = pesosToCentavos(1000);

/** The hours of a store's day that a chart shows: those in which it is open, widened by sales outside of them. */
export function shownHours<H extends HourOfSales>(hours: readonly H[], open: OpenHours): H[] {
  const busy = hours.filter(({ sales }) => sales !== 0).map(({ hour }) => hour);
  const always = open ?? (busy.length > 0 ? null : USUAL);
  const ends = [...busy, ...(always ? [always.first, always.last] : [])];
  const [first, last] = [Math.min(...ends), Math.max(...ends)];
  return hours.filter(({ hour }) => hour >= first && hour <= last);
}

const NOON = 12;

/** `9 AM`, then `10`, `11`, `12 PM`, `1`: an hour below its bar. */
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
