import { customerForm } from '#contract/customers.ts';
import { fieldsOf } from '#contract/shapes.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { claimCustomer, findBeginnings, markDeleted, type Beginning } from './customers.repository.ts';
import type { ImportedCustomer } from './import.usecases.ts';

type Made = { id: number; as: ImportedCustomer };

const FIELDS = fieldsOf(customerForm);

function whyTheyStay(row: Beginning | undefined, as: ImportedCustomer): string | null {
  if (!row || row.deleted_at !== null) return 'They were deleted';
  if (row.has_sales) return 'They have sales';
  if (row.has_draft) return 'They have a draft';
  if (row.had_draft) return 'They had a draft that was cancelled';
  if (row.loyalty_points !== as.points || Number(row.entries) > (as.points > 0 ? 1 : 0))
    return 'Their points were changed';
  return FIELDS.every((field) => (row[field] ?? null) === (as[field] ?? null)) ? null : 'They were changed';
}

/** Returns why some imported customers cannot be taken back; those who can are absent. */
export async function whyCustomersStay(reader: Reader, made: readonly Made[]): Promise<Map<number, string>> {
  const found = await findBeginnings(
    reader,
    made.map(({ id }) => id),
  );
  const rows = new Map(found.map((row) => [row.id, row]));
  return new Map(
    made.flatMap(({ id, as }) => {
      const reason = whyTheyStay(rows.get(id), as);
      return reason === null ? [] : [[id, reason] as const];
    }),
  );
}

/** Deletes those of some imported customers whom nobody has used or changed since; returns why the others stay. */
export async function takeCustomersBack(
  writer: Writer,
  made: readonly Made[],
  now: number,
): Promise<Map<number, string>> {
  const claimed = [];
  for (const { id } of made.toSorted((a, b) => a.id - b.id)) {
    const row = await claimCustomer(writer, id);
    if (row) claimed.push(row);
  }
  const kept = await whyCustomersStay(writer, made);
  for (const row of claimed) {
    if (!kept.has(row.id)) await markDeleted(writer, row, now);
  }
  return kept;
}
