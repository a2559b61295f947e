import type { Selectable } from 'kysely';
import { productType, type ProductType, type productTypeForm } from '#contract/product-types.ts';
import type { z } from '#contract/zod.ts';
import { searchKey } from '#domain/search-key.ts';
import { uniqueName } from '#domain/unique-name.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { givenOf } from '../../db/given.ts';
import type { Tables } from '../../db/tables.ts';
import { toShape } from '../../http/to-shape.ts';

type Form = z.output<typeof productTypeForm>;
const SHOWN = [
  'id',
  'name',
  'requires_serial',
  'warranty_months',
  'warranty_months_used',
  'reorder_point',
] as const;
type Row = Pick<Selectable<Tables['product_types']>, (typeof SHOWN)[number]>;

const present = (row: Row): ProductType => toShape(productType, row);

export async function findProductTypes(reader: Reader): Promise<ProductType[]> {
  const rows = await reader.selectFrom('product_types').select(SHOWN).execute();
  return rows.map(present);
}

export async function findProductType(reader: Reader, typeId: number): Promise<ProductType | null> {
  const row = await reader
    .selectFrom('product_types')
    .selectAll()
    .where('id', '=', typeId)
    .executeTakeFirst();
  return row ? present(row) : null;
}

export async function insertProductType(writer: Writer, form: Form): Promise<ProductType> {
  const { name, requires_serial, ...more } = form;
  const row = await writer
    .insertInto('product_types')
    .values({
      ...more,
      id: writer.nextId(),
      name,
      unique_name: uniqueName(name),
      slug: searchKey(name).replaceAll(/[^a-z0-9]+/g, '-'),
      requires_serial: requires_serial ? 1 : 0,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return present(row);
}

/** Changes what is given, and returns it as it is then; null where there is none. Its drawing stays. */
export async function updateProductType(
  writer: Writer,
  typeId: number,
  { name, requires_serial, ...more }: Partial<Form>,
): Promise<ProductType | null> {
  const row = await writer
    .updateTable('product_types')
    .set({
      ...givenOf(more),
      // With its id, since SQL knows no update of nothing.
      id: typeId,
      ...(name === undefined ? {} : { name, unique_name: uniqueName(name) }),
      ...(requires_serial === undefined ? {} : { requires_serial: requires_serial ? 1 : 0 }),
    })
    .where('id', '=', typeId)
    .returningAll()
    .executeTakeFirst();
  return row ? present(row) : null;
}

/** Removes a type; undefined where there is none. */
export const removeProductType = (writer: Writer, typeId: number) =>
  writer.deleteFrom('product_types').where('id', '=', typeId).returning('name').executeTakeFirst();
