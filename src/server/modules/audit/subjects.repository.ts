import type { Reader } from '../../db/access.ts';
import type { SubjectKind } from './deeds.rules.ts';

/** What something is called, and its page. */
export type Subject = { name: string; path: string | null };
type Found = { id: number; name: string | null; path?: string | null };

const numbered = (reader: Reader, ids: readonly number[]) =>
  reader
    .selectFrom('transactions')
    .select((eb) => ['id', eb.fn.coalesce('invoice_number', 'draft_number').as('name')])
    .where('id', 'in', ids)
    .execute();

const paid = (reader: Reader, ids: readonly number[]) =>
  reader
    .selectFrom('payments')
    .innerJoin('transactions as sale', 'sale.id', 'payments.transaction_id')
    .select((eb) => [
      'payments.id',
      'sale.id as saleId',
      eb.fn.coalesce('invoice_number', 'draft_number').as('name'),
    ])
    .where('payments.id', 'in', ids)
    .execute();

const counted = (reader: Reader, ids: readonly number[]) =>
  reader.selectFrom('stock_counts').select(['id', 'number as name']).where('id', 'in', ids).execute();

type Named =
  | 'customers'
  | 'staff'
  | 'stores'
  | 'suppliers'
  | 'manufacturers'
  | 'products'
  | 'product_types'
  | 'customer_groups'
  | 'signup_channels';
const named = (reader: Reader, table: Named, ids: readonly number[]): Promise<Found[]> =>
  reader.selectFrom(table).select(['id', 'name']).where('id', 'in', ids).execute();

const units = (reader: Reader, ids: readonly number[]) =>
  reader
    .selectFrom('inventory_items as unit')
    .innerJoin('product_variations as variation', 'variation.id', 'unit.product_variation_id')
    .innerJoin('products as product', 'product.id', 'variation.product_id')
    .select((eb) => [
      'unit.id',
      'product.name as product_name',
      'variation.name as variation_name',
      eb.fn.coalesce('unit.imei', 'unit.serial_number').as('code'),
    ])
    .where('unit.id', 'in', ids)
    .execute();

/** How things of a kind are found by their ids, and where their pages are. */
const finders: Record<SubjectKind, (reader: Reader, ids: readonly number[]) => Promise<Found[]>> = {
  transactionId: async (reader, ids) =>
    (await numbered(reader, ids)).map((row) => ({ ...row, path: `/transactions/${row.id}` })),
  paymentId: async (reader, ids) =>
    (await paid(reader, ids)).map(({ id, saleId, name }) => ({ id, name, path: `/transactions/${saleId}` })),
  transferId: async (reader, ids) => {
    const rows = await reader
      .selectFrom('transfers')
      .select(['id', 'number as name'])
      .where('id', 'in', ids)
      .execute();
    return rows.map((row) => ({ ...row, path: `/inventory/transfers/${row.id}` }));
  },
  orderId: async (reader, ids) => {
    const rows = await reader
      .selectFrom('purchase_orders')
      .select(['id', 'transaction_number as name'])
      .where('id', 'in', ids)
      .execute();
    return rows.map((row) => ({ ...row, path: `/purchase-orders/${row.id}` }));
  },
  returnId: async (reader, ids) => {
    const rows = await reader
      .selectFrom('supplier_returns')
      .select(['id', 'number as name'])
      .where('id', 'in', ids)
      .execute();
    return rows.map((row) => ({ ...row, path: `/supplier-returns/${row.id}` }));
  },
  customerId: async (reader, ids) =>
    (await named(reader, 'customers', ids)).map((row) => ({ ...row, path: `/customers/${row.id}` })),
  staffId: async (reader, ids) =>
    (await named(reader, 'staff', ids)).map((row) => ({ ...row, path: `/staff/${row.id}` })),
  storeId: async (reader, ids) =>
    (await named(reader, 'stores', ids)).map((row) => ({ ...row, path: `/stores/${row.id}` })),
  supplierId: async (reader, ids) =>
    (await named(reader, 'suppliers', ids)).map((row) => ({ ...row, path: `/suppliers/${row.id}` })),
  productId: async (reader, ids) =>
    (await named(reader, 'products', ids)).map((row) => ({ ...row, path: `/products/${row.id}` })),
  itemId: async (reader, ids) =>
    (await units(reader, ids)).map(({ id, product_name, variation_name, code }) => ({
      id,
      name: [product_name, variation_name, code].filter(Boolean).join(' '),
      path: `/inventory/${id}`,
    })),
  countId: async (reader, ids) =>
    (await counted(reader, ids)).map((row) => ({ ...row, path: `/inventory/counts/${row.id}` })),
  importId: async (reader, ids) => {
    const rows = await reader
      .selectFrom('imports')
      .select(['id', 'file_name as name'])
      .where('id', 'in', ids)
      .execute();
    return rows.map((row) => ({ ...row, path: `/imports/${row.id}` }));
  },
  manufacturerId: (reader, ids) => named(reader, 'manufacturers', ids),
  productTypeId: (reader, ids) => named(reader, 'product_types', ids),
  groupId: (reader, ids) => named(reader, 'customer_groups', ids),
  channelId: (reader, ids) => named(reader, 'signup_channels', ids),
};

/** The names of what some deeds were done to; what is gone, or has no name, is left out. */
export async function findSubjects(
  reader: Reader,
  wanted: readonly { kind: SubjectKind; id: number }[],
): Promise<(kind: SubjectKind, id: number) => Subject | null> {
  const ofKinds = Map.groupBy(wanted, ({ kind }) => kind);
  const found = await Promise.all(
    [...ofKinds].map(async ([kind, some]) => {
      const rows = (await finders[kind]?.(reader, [...new Set(some.map(({ id }) => id))])) ?? [];
      return rows.map(
        ({ id, name, path = null }) => [`${kind} ${id}`, { name: name ?? `#${id}`, path }] as const,
      );
    }),
  );
  const subjects = new Map<string, Subject>(found.flat());
  return (kind, id) => subjects.get(`${kind} ${id}`) ?? null;
}
