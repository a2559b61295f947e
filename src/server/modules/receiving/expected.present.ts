import { expectedSerial, type ExpectedSerial, type ExpectedSerials } from '#contract/receiving.ts';
import { announcedBy } from '#domain/receiving.ts';
import { toShape } from '../../http/to-shape.ts';
import type { ExpectedRow } from './expected.repository.ts';

export const presentExpected = (row: ExpectedRow, unitId: number | null): ExpectedSerial =>
  toShape(expectedSerial, row, {
    product_variation:
      row.product_variation_id === null
        ? null
        : {
            id: row.product_variation_id,
            name: row.variation_name ?? '',
            product_name: row.product_name ?? '',
          },
    inventory_item_id: unitId,
  });

type Came = { id: number; serial_number: string | null; imei: string | null; imei2: string | null };

/** What was announced beside what came. */
export function compareExpected(announced: readonly ExpectedRow[], came: readonly Came[]): ExpectedSerials {
  const find = announcedBy(announced);
  const unitOf = new Map<number, number>();
  let unannounced = 0;
  for (const unit of came) {
    const one = find(unit);
    if (one) unitOf.set(one.id, unit.id);
    else unannounced += 1;
  }
  return {
    data: announced.map((row) => presentExpected(row, unitOf.get(row.id) ?? null)),
    received: unitOf.size,
    missing: announced.length - unitOf.size,
    // Without a list nothing was to be announced.
    unannounced: announced.length === 0 ? 0 : unannounced,
  };
}
