import type { Writer } from './access.ts';
import { compiledRow } from './compiled-query.ts';
import type { Tables } from './tables.ts';

const countUp = compiledRow((writer: Writer, storeId: number, kind: Tables['number_series']['kind']) =>
  writer
    .insertInto('number_series')
    .values({ store_id: storeId, kind, last_no: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['store_id', 'kind'])
        .doUpdateSet((eb) => ({ last_no: eb('number_series.last_no', '+', 1) })),
    )
    .returning('last_no'),
);

/** Takes the next number of a store's series, without gaps: in the transaction that uses it. */
export async function takeNumber(
  writer: Writer,
  storeId: number,
  kind: Tables['number_series']['kind'],
): Promise<number> {
  const row = await countUp(writer, storeId, kind);
  if (!row) throw new Error('A series gave no number');
  return row.last_no;
}
