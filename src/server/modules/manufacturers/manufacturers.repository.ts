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

export const findManufacturer = (reader: Reader, manufacturerId: number) =>
  reader
    .selectFrom('manufacturers')
    .select(['id', 'name'])
    .where('id', '=', manufacturerId)
    .executeTakeFirst();

/** Renames a manufacturer, and returns the row as it is then; undefined where there is none. */
export const renameManufacturer = (writer: Writer, manufacturerId: number, name: string) =>
  writer
    .updateTable('manufacturers')
    .set({ name, unique_name: uniqueName(name) })
    .where('id', '=', manufacturerId)
    .returning(['id', 'name'])
    .executeTakeFirst();

/** Removes a manufacturer; undefined where there is none. */
export const removeManufacturer = (writer: Writer, manufacturerId: number) =>
  writer.deleteFrom('manufacturers').where('id', '=', manufacturerId).returning('name').executeTakeFirst();
