import { uniqueName } from '#domain/unique-name.ts';
import type { Reader, Writer } from '../../db/access.ts';
import type { Tables } from '../../db/tables.ts';

type Group = Omit<Tables['customer_groups'], 'unique_name'>;
type GroupChanges = Partial<Omit<Group, 'id' | 'slug'>>;

export const findGroups = (reader: Reader) =>
  reader.selectFrom('customer_groups').selectAll().orderBy('id').execute();

export const findGroup = (reader: Reader, groupId: number) =>
  reader.selectFrom('customer_groups').selectAll().where('id', '=', groupId).executeTakeFirst();

export async function insertGroup(writer: Writer, group: Group): Promise<void> {
  const row = { ...group, unique_name: uniqueName(group.name) };
  await writer.insertInto('customer_groups').values(row).execute();
}

/** Changes what is given, and returns the row as it is then; undefined where there is none. */
export function updateGroupRow(writer: Writer, groupId: number, changes: GroupChanges) {
  const unique_name = changes.name === undefined ? undefined : uniqueName(changes.name);
  return (
    writer
      .updateTable('customer_groups')
      // With its id, since SQL knows no update of nothing.
      .set({ ...changes, unique_name, id: groupId })
      .where('id', '=', groupId)
      .returningAll()
      .executeTakeFirst()
  );
}

export async function removeGroup(writer: Writer, groupId: number): Promise<void> {
  await writer.deleteFrom('customer_groups').where('id', '=', groupId).execute();
}
