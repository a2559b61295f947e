import { ApiError, fieldError } from '#contract/errors.ts';
import type { customers } from '#contract/customers.ts';
import type { RouteInput, RouteOutput } from '#contract/define-route.ts';
import type { CustomerGroup } from '#contract/shapes.ts';
import { customerGroups as builtIn } from '#domain/pricing.ts';
import type { Reader, Writer } from '../../db/access.ts';
import {
  findChannels,
  findGroups,
  hasMembers,
  insertChannels,
  insertGroups,
  leaveBehind,
  removeChannel,
  removeGroup,
  renameChannel,
  updateGroupRow,
} from './customers.repository.ts';

type GroupForm = RouteInput<typeof customers.createGroup>['body'];
type ChannelForm = RouteInput<typeof customers.createChannel>['body'];
type Channel = RouteOutput<typeof customers.createChannel>;

/** 422 on `name` for one that another row has, in whatever case. */
function refuseTakenName(
  rows: readonly { id: number; name: string }[],
  name: string | undefined,
  ownId?: number,
): void {
  const isTaken = rows.some((row) => row.id !== ownId && row.name.toLowerCase() === name?.toLowerCase());
  if (isTaken) throw fieldError('name', 'This name is taken');
}

function rowWith<T extends { id: number }>(rows: readonly T[], id: number): T {
  const found = rows.find((row) => row.id === id);
  if (!found) throw new ApiError('not_found');
  return found;
}

async function refuseMembers(
  reader: Reader,
  column: 'customer_group_id' | 'signup_channel_id',
  id: number,
): Promise<void> {
  if (await hasMembers(reader, column, id)) throw new ApiError('in_use');
}

/**
 * Makes a customer group; its customers pay retail, as those of every group but the four whose prices the shop knows.
 * 422 for a name or a slug that is taken.
 */
export async function createGroup(writer: Writer, form: GroupForm): Promise<CustomerGroup> {
  const groups = await findGroups(writer);
  refuseTakenName(groups, form.name);
  if (groups.some((group) => group.slug === form.slug)) throw fieldError('slug', 'This slug is taken');
  const group = { id: writer.nextId(), ...form };
  await insertGroups(writer, [group]);
  return group;
}

/** Changes a group's name or percentage; 404 `not_found`, 422 for a name that is taken. */
export async function updateGroup(
  writer: Writer,
  groupId: number,
  form: Partial<Omit<GroupForm, 'slug'>>,
): Promise<CustomerGroup> {
  const groups = await findGroups(writer);
  const group = rowWith(groups, groupId);
  refuseTakenName(groups, form.name, groupId);
  const { name = group.name, discount_percentage = group.discount_percentage } = form;
  await updateGroupRow(writer, groupId, { name, discount_percentage });
  return { ...group, name, discount_percentage };
}

/** Deletes a group; 404 `not_found`, 409 `in_use` while it decides prices or customers belong to it. */
export async function deleteGroup(writer: Writer, groupId: number): Promise<void> {
  const group = rowWith(await findGroups(writer), groupId);
  if ((builtIn as readonly string[]).includes(group.slug)) {
    throw new ApiError('in_use', { message: `${group.name} decides prices and cannot be deleted` });
  }
  await refuseMembers(writer, 'customer_group_id', groupId);
  await leaveBehind(writer, 'customer_group_id', groupId);
  await removeGroup(writer, groupId);
}

/** Makes a signup channel; 422 for a name that is taken. */
export async function createChannel(writer: Writer, { name }: ChannelForm): Promise<Channel> {
  refuseTakenName(await findChannels(writer), name);
  const channel = { id: writer.nextId(), name };
  await insertChannels(writer, [channel]);
  return channel;
}

/** Renames a signup channel; 404 `not_found`, 422 for a name that is taken. */
export async function updateChannel(
  writer: Writer,
  channelId: number,
  { name }: ChannelForm,
): Promise<Channel> {
  const channels = await findChannels(writer);
  rowWith(channels, channelId);
  refuseTakenName(channels, name, channelId);
  await renameChannel(writer, channelId, name);
  return { id: channelId, name };
}

/** Deletes a signup channel; 404 `not_found`, 409 `in_use` while customers came by it. */
export async function deleteChannel(writer: Writer, channelId: number): Promise<void> {
  rowWith(await findChannels(writer), channelId);
  await refuseMembers(writer, 'signup_channel_id', channelId);
  await leaveBehind(writer, 'signup_channel_id', channelId);
  await removeChannel(writer, channelId);
}
