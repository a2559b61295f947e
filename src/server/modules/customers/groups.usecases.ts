import { ApiError } from '#contract/errors.ts';
import type { GroupChanges, GroupForm } from '#contract/customers.ts';
import { customerGroup, type CustomerGroup } from '#contract/shapes.ts';
import { customerGroups as builtIn } from '#domain/pricing.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { insertedColumns } from '../../db/columns.ts';
import type { NoteChange, NoteTarget } from '../../http/call.ts';
import { presentGroup } from './customers.present.ts';
import { findGroup, findGroups, insertGroup, removeGroup, updateGroupRow } from './groups.repository.ts';
import { hasMembers, leaveBehind } from './customers.repository.ts';

/** Returns the customer groups. */
export async function listGroups(reader: Reader): Promise<CustomerGroup[]> {
  return (await findGroups(reader)).map(presentGroup);
}

/**
 * Makes a customer group; its customers pay retail, as in every group but the four that decide prices. 422 for a name
 * or a slug that is taken.
 */
export async function createGroup(writer: Writer, form: GroupForm): Promise<CustomerGroup> {
  const group = insertedColumns('customer_groups', { ...form, id: writer.nextId() });
  await insertGroup(writer, group);
  return group;
}

/** Changes a group's name or percentage; 404 `not_found`, 422 for a name that is taken. */
export async function updateGroup(
  writer: Writer,
  groupId: number,
  changes: GroupChanges,
  noteChange: NoteChange,
): Promise<CustomerGroup> {
  const before = await findGroup(writer, groupId);
  const after = before && (await updateGroupRow(writer, groupId, changes));
  if (!after) throw new ApiError('not_found');
  noteChange(customerGroup, presentGroup(before), presentGroup(after));
  return presentGroup(after);
}

/** Deletes a group; 404 `not_found`, 409 `in_use` while it decides prices or customers belong to it. */
export async function deleteGroup(writer: Writer, groupId: number, noteTarget: NoteTarget): Promise<void> {
  const group = await findGroup(writer, groupId);
  if (!group) throw new ApiError('not_found');
  if ((builtIn as readonly string[]).includes(group.slug)) {
    throw new ApiError('in_use', { message: `${group.name} decides prices and cannot be deleted` });
  }
  if (await hasMembers(writer, 'customer_group_id', groupId)) {
    throw new ApiError('in_use', { message: 'Customers belong to it. Give them another one first' });
  }
  await leaveBehind(writer, 'customer_group_id', groupId);
  await removeGroup(writer, groupId);
  noteTarget({ name: group.name });
}
