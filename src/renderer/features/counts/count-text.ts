import type { CountedUnit, CountScan, ScannedBarcode } from '#contract/counts.ts';
import { placeText } from '#domain/counts.ts';
import { unitNumber } from '#domain/units.ts';
import { formatTime, type Zones } from '#domain/store-time.ts';
import type { Verdict } from '#renderer/ui/scan-verdict.tsx';

/** Returns the place where an unexpected unit should be; empty if it was in its place. */
export const whereItShouldBe = ({ place }: Pick<CountScan, 'place'>): string =>
  place === null ? '' : placeText(place.kind, place.store.name);

/** Returns the number or code by which people identify a unit. */
export const unitCode = (unit: CountedUnit): string => unitNumber(unit) ?? unit.qr_code ?? '';

export const unitName = ({ product_name, variation_name }: CountedUnit) =>
  `${product_name}, ${variation_name}`;

/** A barcode is on every box of a product, so it does not identify a unit. */
function barcodeVerdict({ name, product }: ScannedBarcode): Verdict {
  return {
    tone: 'warning',
    what: `${product.name}, ${name}`,
    outcome: product.requires_serial
      ? 'The barcode of the product. Scan the unit’s IMEI, serial number or QR code'
      : 'The barcode of the product. Enter how many there are',
  };
}

/** Returns the result of a scan as text for the person who scanned. */
export function verdictOf(scan: CountScan, timeZone: Zones): Verdict {
  if (scan.variation !== null) return barcodeVerdict(scan.variation);
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
    case 'barcode':
    case 'unknown':
      return { tone: 'warning', ...unit, outcome: `Not expected · ${whereItShouldBe(scan)}` };
  }
}
