import { customerForm, type CustomerForm } from '#contract/customers.ts';
import type { Writer } from '../../db/access.ts';
import { insertedColumns, nullsOf } from '../../db/columns.ts';
import { insertCustomers } from './customers.repository.ts';

const NO_CUSTOMER = nullsOf(customerForm);

export type ImportedCustomer = CustomerForm & { points: number };

/** Makes customers with the points they bring, for which their ledgers give `reason`; returns their ids. */
export async function takeCustomers(
  writer: Writer,
  customers: readonly ImportedCustomer[],
  { staffId, now, reason }: { staffId: number; now: number; reason: string },
): Promise<number[]> {
  const rows = customers.map(({ points, ...form }) => {
    const made = { ...NO_CUSTOMER, ...form, id: writer.nextId(), loyalty_points: points, created_at: now };
    return insertedColumns('customers', made);
  });
  await insertCustomers(writer, rows);
  const entries = rows
    .filter(({ loyalty_points }) => loyalty_points > 0)
    .map(({ id, loyalty_points }) => ({
      id: writer.nextId(),
      customer_id: id,
      points: loyalty_points,
      balance: loyalty_points,
      reason,
      transaction_id: null,
      staff_id: staffId,
      created_at: now,
    }));
  if (entries.length) await writer.insertInto('loyalty_entries').values(entries).execute();
  return rows.map(({ id }) => id);
}
