import type { Insertable } from 'kysely';
import type { Reader, Writer } from '../../db/access.ts';
import type { Tables } from '../../db/tables.ts';

const ROWS_AT_ONCE = 500;

const selectExpected = (reader: Reader, orderId: number) =>
  reader
    .selectFrom('expected_serials as expected')
    .leftJoin('product_variations as variation', 'variation.id', 'expected.product_variation_id')
    .leftJoin('products as product', 'product.id', 'variation.product_id')
    .selectAll('expected')
    .select(['variation.name as variation_name', 'product.name as product_name'])
    .where('expected.supplier_transaction_id', '=', orderId)
    .orderBy('expected.position');

/** What was announced of an order, in the list's order. */
export const findExpected = (reader: Reader, orderId: number) => selectExpected(reader, orderId).execute();
export type ExpectedRow = Awaited<ReturnType<typeof findExpected>>[number];

/** What was announced of an order with one of some numbers. */
export const findExpectedByCodes = (reader: Reader, orderId: number, codes: readonly string[]) =>
  selectExpected(reader, orderId)
    .where((eb) =>
      eb.or([
        eb('expected.serial_number', 'in', codes),
        eb('expected.imei', 'in', codes),
        eb('expected.imei2', 'in', codes),
      ]),
    )
    .executeTakeFirst();

/** Puts a list in the place of the one before. */
export async function replaceExpected(
  writer: Writer,
  orderId: number,
  rows: readonly Insertable<Tables['expected_serials']>[],
): Promise<void> {
  await writer.deleteFrom('expected_serials').where('supplier_transaction_id', '=', orderId).execute();
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    await writer
      .insertInto('expected_serials')
      .values(rows.slice(start, start + ROWS_AT_ONCE))
      .execute();
  }
}
