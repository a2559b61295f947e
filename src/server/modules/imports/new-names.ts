import { hasImei, usualNumbers } from '#domain/receiving.ts';
import type { Writer } from '../../db/access.ts';
import { insertManufacturer } from '../manufacturers/manufacturers.public.ts';
import { insertProductType } from '../product-types/product-types.public.ts';
import type { NewName, NoteMade } from './kind-rules.ts';
import { findByNames } from './rows.repository.ts';

/**
 * Returns the ids of a product's type and manufacturer that did not exist when its row was checked; makes those that
 * still do not. A new type asks for numbers where its name says phones or tablets; else its products say so themselves.
 */
export async function idsOfNew(
  writer: Writer,
  names: readonly NewName[],
  noteMade: NoteMade,
): Promise<{ product_type_id?: number; manufacturer_id?: number }> {
  const ids: { product_type_id?: number; manufacturer_id?: number } = {};
  for (const { field, name } of names) {
    const isType = field === 'product_type';
    const table = isType ? 'product_types' : 'manufacturers';
    let id = (await findByNames(writer, table, [name]))(name);
    if (id === undefined) {
      const made = isType
        ? await insertProductType(writer, { name, requires_serial: hasImei(usualNumbers(name)) })
        : await insertManufacturer(writer, { name });
      id = made.id;
      noteMade({ table, id });
    }
    ids[isType ? 'product_type_id' : 'manufacturer_id'] = id;
  }
  return ids;
}
