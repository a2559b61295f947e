import type { GroupChanges } from '#contract/customers.ts';
import { uniqueName } from '#domain/unique-name.ts';
import type { Reader, Writer } from '../../db/access.ts';
import type { Tables } from '../../db/tables.ts';
import { updatedColumns } from '../../db/columns.ts';
type Group = Omit<Tables['customer_groups'], 'unique_name'>;

export const findGroups = (reader: Reader) =>
  reader.selectFrom('customer_groups').selectAll().orderBy('id').execute();

export const findGroup = (reader: Reader, groupId: number) =>
  reader.selectFrom('customer_groups').selectAll().where('id', '=', groupId).executeTakeFirst();

export async function insertGroup(writer: Writer, group: Group): Promise<void> {
  const row = { ...group, unique_name: uniqueName(group.name) };
  await writer.insertInto('customer_groups').values(row).execute();
}

/** Changes the given columns and returns the new row; undefined if there is none. */
export function updateGroupRow(writer: Writer, groupId: number, changes: GroupChanges) {
  const names = changes.name === undefined ? {} : { unique_name: uniqueName(changes.name) };
  return (
    writer
      .updateTable('customer_groups')
      // Sets the id, too: SQL has no empty update.
      .set({ ...updatedColumns('customer_groups', changes), ...names, id: groupId })
      .where('id', '=', groupId)
      .returningAll()
      .executeTakeFirst()
  );
}

export async function removeGroup(writer: Writer, groupId: number): Promise<void> {
  await writer.deleteFrom('customer_groups').where('id', '=', groupId).execute();
}
