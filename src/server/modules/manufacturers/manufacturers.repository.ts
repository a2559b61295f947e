import { uniqueName } from '#domain/unique-name.ts';
import type { Reader, Writer } from '../../db/access.ts';

export const findManufacturers = (reader: Reader) =>
  reader.selectFrom('manufacturers').select(['id', 'name']).execute();

export const insertManufacturer = (writer: Writer, name: string) =>
  writer
    .insertInto('manufacturers')
    .values({ id: writer.nextId(), name, unique_name: uniqueName(name) })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow();

/** Removes a manufacturer; undefined where there is none. */
export const removeManufacturer = (writer: Writer, manufacturerId: number) =>
  writer.deleteFrom('manufacturers').where('id', '=', manufacturerId).returning('name').executeTakeFirst();
