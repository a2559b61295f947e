import { execution, type Writer } from './access.ts';
import { compiledChange, compiledWrite } from './compiled-query.ts';
import type { CodesTable, Tables } from './tables.ts';

// The texts of codes that `search-codes.ts` searches.

export type CodeTable = {
  [name in keyof Tables]: Tables[name] extends CodesTable ? name : never;
}[keyof Tables];

/** Codes in one statement; below every engine's limit on bound values. */
const CODES_AT_ONCE = 500;

type CodesOf = { rowid: number; code_text: string };

/** Returns the queries of a table; its name cannot be bound as a value. */
const queriesOf = (table: CodeTable) => ({
  insert: compiledChange((writer: Writer, rows: readonly CodesOf[]) => writer.insertInto(table).values(rows)),
  add: compiledWrite((writer: Writer, row: CodesOf) => {
    const adding = writer.insertInto(table).values(row);
    if (writer[execution].engine === 'sqlite') return adding;
    // A server of an older version beside this one may have stored them already.
    return adding.onConflict((conflict) =>
      conflict.column('rowid').doUpdateSet({ code_text: row.code_text }),
    );
  }),
  replace: compiledWrite((writer: Writer, id: number, code_text: string) =>
    writer.updateTable(table).set({ code_text }).where('rowid', '=', id),
  ),
  remove: compiledWrite((writer: Writer, ids: readonly number[]) =>
    writer.deleteFrom(table).where('rowid', 'in', ids),
  ),
});

const queries: Record<CodeTable, ReturnType<typeof queriesOf>> = {
  draft_codes: queriesOf('draft_codes'),
  order_codes: queriesOf('order_codes'),
  product_codes: queriesOf('product_codes'),
  return_codes: queriesOf('return_codes'),
  transaction_codes: queriesOf('transaction_codes'),
  transfer_codes: queriesOf('transfer_codes'),
  unit_codes: queriesOf('unit_codes'),
  variation_codes: queriesOf('variation_codes'),
};

/** Stores the codes of new subjects. */
export async function insertCodes(
  writer: Writer,
  table: CodeTable,
  subjects: readonly { id: number; code_text: string }[],
): Promise<void> {
  const rows = subjects.map(({ id, code_text }) => ({ rowid: id, code_text }));
  for (let start = 0; start < rows.length; start += CODES_AT_ONCE) {
    await queries[table].insert(writer, rows.slice(start, start + CODES_AT_ONCE));
  }
}

/** Stores the codes of one new subject, without waiting for it. */
export function addCodes(writer: Writer, table: CodeTable, id: number, code_text: string): void {
  queries[table].add(writer, { rowid: id, code_text });
}

/** Replaces a subject's codes, without waiting for it. Its row must be held. */
export function replaceCodes(writer: Writer, table: CodeTable, id: number, code_text: string): void {
  queries[table].replace(writer, id, code_text);
}

/** Deletes the codes of deleted subjects, without waiting for it. */
export function removeCodes(writer: Writer, table: CodeTable, ids: readonly number[]): void {
  if (ids.length) queries[table].remove(writer, ids);
}
