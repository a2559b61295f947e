import type { ManufacturerEntry, ManufacturerForm } from '#contract/manufacturers.ts';
import { uniqueName } from '#domain/unique-name.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { insertedColumns, updatedColumns } from '../../db/columns.ts';

declare module '../../db/tables.ts' {
  interface Tables {
    manufacturers: { id: number; name: string; unique_name: string };
  }
}

/** Finds all manufacturers, with how many products each makes. */
export async function findManufacturers(reader: Reader): Promise<ManufacturerEntry[]> {
  const rows = await reader
    .selectFrom('manufacturers as maker')
    .select((eb) => [
      'maker.id',
      'maker.name',
      eb
        .selectFrom('products')
        .whereRef('products.manufacturer_id', '=', 'maker.id')
        .select(({ fn }) => fn.countAll<number>().as('products'))
        .as('products_count'),
    ])
    .execute();
  return rows.map((row) => ({ ...row, products_count: Number(row.products_count) }));
}

export const insertManufacturer = (writer: Writer, form: ManufacturerForm) =>
  writer
    .insertInto('manufacturers')
    .values({
      ...insertedColumns('manufacturers', { ...form, id: writer.nextId() }),
      unique_name: uniqueName(form.name),
    })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow();

export const findManufacturer = (reader: Reader, manufacturerId: number) =>
  reader
    .selectFrom('manufacturers')
    .select(['id', 'name'])
    .where('id', '=', manufacturerId)
    .executeTakeFirst();

/** Changes a manufacturer and returns the new row; undefined if there is none. */
export const updateManufacturer = (writer: Writer, manufacturerId: number, form: ManufacturerForm) =>
  writer
    .updateTable('manufacturers')
    .set({ ...updatedColumns('manufacturers', form), unique_name: uniqueName(form.name) })
    .where('id', '=', manufacturerId)
    .returning(['id', 'name'])
    .executeTakeFirst();

export const removeManufacturer = (writer: Writer, manufacturerId: number) =>
  writer.deleteFrom('manufacturers').where('id', '=', manufacturerId).returning('name').executeTakeFirst();
