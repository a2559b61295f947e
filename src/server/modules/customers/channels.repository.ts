import { uniqueName } from '#domain/unique-name.ts';
import type { Reader, Writer } from '../../db/access.ts';
import type { Tables } from '../../db/tables.ts';

type Channel = Omit<Tables['signup_channels'], 'unique_name'>;

export const findChannels = (reader: Reader) =>
  reader.selectFrom('signup_channels').select(['id', 'name']).orderBy('id').execute();

export const findChannel = (reader: Reader, channelId: number) =>
  reader.selectFrom('signup_channels').selectAll().where('id', '=', channelId).executeTakeFirst();

export async function insertChannel(writer: Writer, channel: Channel): Promise<void> {
  const row = { ...channel, unique_name: uniqueName(channel.name) };
  await writer.insertInto('signup_channels').values(row).execute();
}

/** Renames a channel, and returns the row as it is then; undefined where there is none. */
export function updateChannelRow(writer: Writer, { id, name }: Channel) {
  return writer
    .updateTable('signup_channels')
    .set({ name, unique_name: uniqueName(name) })
    .where('id', '=', id)
    .returning(['id', 'name'])
    .executeTakeFirst();
}

export async function removeChannel(writer: Writer, channelId: number): Promise<void> {
  await writer.deleteFrom('signup_channels').where('id', '=', channelId).execute();
}
