import type { Reader, Writer } from '../../db/access.ts';

/** What customers can be put in: a group or a channel, by their column. */
type Membership = 'customer_group_id' | 'signup_channel_id';

/** Whether any customer belongs to a group or a channel. */
export async function hasMembers(reader: Reader, column: Membership, id: number): Promise<boolean> {
  const row = await reader
    .selectFrom('customers')
    .select('id')
    .where(column, '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Takes deleted customers out of a group or a channel that ends: nobody could give them another. */
export async function leaveBehind(writer: Writer, column: Membership, id: number): Promise<void> {
  await writer
    .updateTable('customers')
    .set({ [column]: null })
    .where(column, '=', id)
    .where('deleted_at', 'is not', null)
    .execute();
}
