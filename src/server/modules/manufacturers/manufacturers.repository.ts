import { uniqueName } from '#domain/unique-name.ts';
import type { Reader, Writer } from '../../db/access.ts';

type Manufacturer = { id: number; name: string };

export const findManufacturers = (reader: Reader): Promise<Manufacturer[]> =>
  reader.selectFrom('manufacturers').select(['id', 'name']).execute();

export async function insertManufacturer(writer: Writer, manufacturer: Manufacturer): Promise<void> {
  const row = { ...manufacturer, unique_name: uniqueName(manufacturer.name) };
  await writer.insertInto('manufacturers').values(row).execute();
}

/** Removes a manufacturer; undefined where there is none. */
export const removeManufacturer = (writer: Writer, manufacturerId: number) =>
  writer.deleteFrom('manufacturers').where('id', '=', manufacturerId).returning('id').executeTakeFirst();
