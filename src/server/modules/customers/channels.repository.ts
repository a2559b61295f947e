import type { ChannelForm } from '#contract/customers.ts';
import { uniqueName } from '#domain/unique-name.ts';
import type { Reader, Writer } from '../../db/access.ts';
import type { Tables } from '../../db/tables.ts';
import { updatedColumns } from '../../db/columns.ts';

type Channel = Omit<Tables['signup_channels'], 'unique_name'>;

export const findChannels = (reader: Reader) =>
  reader.selectFrom('signup_channels').select(['id', 'name']).orderBy('id').execute();

export const findChannel = (reader: Reader, channelId: number) =>
  reader.selectFrom('signup_channels').selectAll().where('id', '=', channelId).executeTakeFirst();

export async function insertChannel(writer: Writer, channel: Channel): Promise<void> {
  const row = { ...channel, unique_name: uniqueName(channel.name) };
  await writer.insertInto('signup_channels').values(row).execute();
}

/** Renames a channel and returns the new row; undefined if there is none. */
export function updateChannelRow(writer: Writer, channelId: number, form: ChannelForm) {
  return writer
    .updateTable('signup_channels')
    .set({ ...updatedColumns('signup_channels', form), unique_name: uniqueName(form.name) })
    .where('id', '=', channelId)
    .returning(['id', 'name'])
    .executeTakeFirst();
}

export async function removeChannel(writer: Writer, channelId: number): Promise<void> {
  await writer.deleteFrom('signup_channels').where('id', '=', channelId).execute();
}
