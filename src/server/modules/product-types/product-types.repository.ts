import type { Selectable } from 'kysely';
import {
  productType,
  type ProductType,
  type ProductTypeEntry,
  type ProductTypeForm,
} from '#contract/product-types.ts';
import { usualNumbers, type ScannedNumbers } from '#domain/receiving.ts';
import { searchKey } from '#domain/search-key.ts';
import { uniqueName } from '#domain/unique-name.ts';
import type { Reader, Writer } from '../../db/access.ts';
import type { Tables } from '../../db/tables.ts';
import { insertedColumns, updatedColumns } from '../../db/columns.ts';
import { toShape } from '../../http/to-shape.ts';
import type { Flag } from '../../db/columns.ts';

declare module '../../db/tables.ts' {
  interface Tables {
    product_types: {
      id: number;
      name: string;
      /** The drawing that stands for its products. */
      slug: string;
      requires_serial: Flag;
      scanned_numbers: ScannedNumbers;
      /** Months of warranty of new units, and of used and refurbished ones; null and 0 are none. */
      warranty_months: number | null;
      warranty_months_used: number | null;
      /** A variation is low in a store with fewer units, unless it has its own reorder point there; null: once out. */
      reorder_point: number | null;
      unique_name: string;
    };
  }
}

const SHOWN = [
  'id',
  'name',
  'requires_serial',
  'scanned_numbers',
  'warranty_months',
  'warranty_months_used',
  'reorder_point',
] as const;
type Row = Pick<Selectable<Tables['product_types']>, (typeof SHOWN)[number]>;

const present = (row: Row): ProductType => toShape(productType, row);

/** Finds all product types, with how many products are of each. */
export async function findProductTypes(reader: Reader): Promise<ProductTypeEntry[]> {
  const rows = await reader
    .selectFrom('product_types')
    .select(SHOWN)
    .select((eb) =>
      eb
        .selectFrom('products')
        .whereRef('products.product_type_id', '=', 'product_types.id')
        .select(({ fn }) => fn.countAll<number>().as('products'))
        .as('products_count'),
    )
    .execute();
  return rows.map((row) => ({ ...present(row), products_count: Number(row.products_count) }));
}

export async function findProductType(reader: Reader, typeId: number): Promise<ProductType | null> {
  const row = await reader
    .selectFrom('product_types')
    .selectAll()
    .where('id', '=', typeId)
    .executeTakeFirst();
  return row ? present(row) : null;
}

export async function insertProductType(writer: Writer, form: ProductTypeForm): Promise<ProductType> {
  const row = await writer
    .insertInto('product_types')
    .values({
      ...insertedColumns('product_types', { ...form, id: writer.nextId() }),
      scanned_numbers: form.scanned_numbers ?? usualNumbers(form.name),
      unique_name: uniqueName(form.name),
      slug: searchKey(form.name).replaceAll(/[^a-z0-9]+/g, '-'),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return present(row);
}

/** Changes the given fields and returns the new type; null if there is none. Its drawing stays. */
export async function updateProductType(
  writer: Writer,
  typeId: number,
  changes: Partial<ProductTypeForm>,
): Promise<ProductType | null> {
  const row = await writer
    .updateTable('product_types')
    .set({
      ...updatedColumns('product_types', changes),
      // Sets the id, too: SQL has no empty update.
      id: typeId,
      ...(changes.name === undefined ? {} : { unique_name: uniqueName(changes.name) }),
    })
    .where('id', '=', typeId)
    .returningAll()
    .executeTakeFirst();
  return row ? present(row) : null;
}

export const removeProductType = (writer: Writer, typeId: number) =>
  writer.deleteFrom('product_types').where('id', '=', typeId).returning('name').executeTakeFirst();
