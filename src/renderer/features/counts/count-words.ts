import type { CountedUnit, CountScan } from '#contract/counts.ts';
import type { UnexpectedPlace } from '#domain/counts.ts';
import { formatTime } from '#domain/store-time.ts';
import type { Verdict } from '#renderer/ui/scan-verdict.tsx';

/** Where a unit that was not expected should be. */
const PLACES: Record<UnexpectedPlace, (store: string) => string> = {
  other_store: (store) => `In the stock of ${store}`,
  not_in_scope: () => 'Stands here, but is not part of this count',
  sold: (store) => `Sold by ${store}`,
  in_transit: () => 'In transit between stores',
  defective: (store) => `Defective at ${store}`,
  lost: (store) => `Lost at ${store}`,
  returned: () => 'Returned to its supplier',
};

export const placeWords = (place: CountScan['place']): string =>
  place === null ? '' : PLACES[place.kind](place.store.name);

/** The code that people know a unit by. */
export function unitCode({ imei, serial_number, imei2, qr_code }: CountedUnit): string {
  if (imei !== null) return `IMEI ${imei}`;
  if (serial_number !== null) return `SN ${serial_number}`;
  return imei2 === null ? (qr_code ?? '') : `IMEI ${imei2}`;
}

export const unitName = ({ product_name, variation_name }: CountedUnit) =>
  `${product_name}, ${variation_name}`;

/** What a scan came to, for whoever just made it. */
export function verdictOf(scan: CountScan, timeZone: string): Verdict {
  if (scan.unit === null) return { tone: 'bad', what: scan.code, outcome: 'No unit has this code' };
  const unit = { what: unitName(scan.unit), code: unitCode(scan.unit) };
  switch (scan.outcome) {
    case 'found':
      return { tone: 'good', ...unit, outcome: 'Counted' };
    case 'already_counted': {
      const by = `${scan.counted_by.name}, ${formatTime(scan.counted_at, timeZone)}`;
      return { tone: 'warning', ...unit, outcome: `Already counted by ${by}` };
    }
    case 'sold_meanwhile':
      return { tone: 'warning', ...unit, outcome: 'Sold while the count was running' };
    case 'unexpected':
    case 'unknown':
      return { tone: 'warning', ...unit, outcome: `Not expected · ${placeWords(scan.place)}` };
  }
}
