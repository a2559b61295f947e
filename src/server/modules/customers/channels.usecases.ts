import { ApiError } from '#contract/errors.ts';
import type { ChannelForm, customers } from '#contract/customers.ts';
import type { RouteOutput } from '#contract/define-route.ts';
import { named } from '#contract/shapes.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { insertedColumns } from '../../db/columns.ts';
import type { NoteChange, NoteTarget } from '../../http/call.ts';
import {
  findChannel,
  findChannels,
  insertChannel,
  removeChannel,
  updateChannelRow,
} from './channels.repository.ts';
import { hasMembers, leaveBehind } from './customers.repository.ts';

type Channel = RouteOutput<typeof customers.createChannel>;

/** Returns the signup channels, by which customers came. */
export const listChannels = (reader: Reader): Promise<Channel[]> => findChannels(reader);

/** Makes a signup channel; 422 for a name that is taken. */
export async function createChannel(writer: Writer, form: ChannelForm): Promise<Channel> {
  const channel = insertedColumns('signup_channels', { ...form, id: writer.nextId() });
  await insertChannel(writer, channel);
  return channel;
}

/** Renames a signup channel; 404 `not_found`, 422 for a name that is taken. */
export async function updateChannel(
  writer: Writer,
  channelId: number,
  form: ChannelForm,
  noteChange: NoteChange,
): Promise<Channel> {
  const before = await findChannel(writer, channelId);
  const after = before && (await updateChannelRow(writer, channelId, form));
  if (!after) throw new ApiError('not_found');
  noteChange(named, before, after);
  return after;
}

/** Deletes a signup channel; 404 `not_found`, 409 `in_use` while customers came by it. */
export async function deleteChannel(
  writer: Writer,
  channelId: number,
  noteTarget: NoteTarget,
): Promise<void> {
  const channel = await findChannel(writer, channelId);
  if (!channel) throw new ApiError('not_found');
  if (await hasMembers(writer, 'signup_channel_id', channelId)) {
    throw new ApiError('in_use', { message: 'Customers belong to it. Give them another one first' });
  }
  await leaveBehind(writer, 'signup_channel_id', channelId);
  await removeChannel(writer, channelId);
  noteTarget({ name: channel.name });
}
