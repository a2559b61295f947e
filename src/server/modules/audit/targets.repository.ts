import { sql } from 'kysely';
import type { Reader } from '../../db/access.ts';
import type { Tables } from '../../db/tables.ts';
import { unitsWithProduct } from '../units/units.public.ts';
import type { TargetKind } from './event-text.rules.ts';

/** The name of an audit target, and its page. */
export type AuditTarget = { name: string; path: string | null };
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

const units = (reader: Reader, ids: readonly number[]) =>
  unitsWithProduct(reader)
    .select((eb) => [
      'unit.id',
      'product.name as product_name',
      'variation.name as variation_name',
      eb.fn.coalesce('unit.imei', 'unit.serial_number').as('code'),
    ])
    .where('unit.id', 'in', ids)
    .execute();

type Finder = (reader: Reader, ids: readonly number[]) => Promise<Found[]>;

/** Finds rows by a table that has their names in one column; `page` is the prefix of their pages' paths. */
const inTable =
  <T extends keyof Tables>(table: T, name: keyof Tables[T] & string, page?: string): Finder =>
  async (reader, ids) => {
    const rows = await reader
      .selectFrom(sql<{ id: number }>`${sql.table(table)}`.as('target'))
      .select(['id', sql.ref<string | null>(name).as('name')])
      .where('id', 'in', ids)
      .execute();
    return page === undefined ? rows : rows.map((row) => ({ ...row, path: `${page}/${row.id}` }));
  };

/** Finders of audit targets by kind. Kinds without a page need none: the log keeps the target's name. */
const finders: Record<TargetKind, Finder> = {
  transactionId: async (reader, ids) =>
    (await numbered(reader, ids)).map((row) => ({ ...row, path: `/transactions/${row.id}` })),
  paymentId: async (reader, ids) =>
    (await paid(reader, ids)).map(({ id, saleId, name }) => ({ id, name, path: `/transactions/${saleId}` })),
  itemId: async (reader, ids) =>
    (await units(reader, ids)).map(({ id, product_name, variation_name, code }) => ({
      id,
      name: [product_name, variation_name, code].filter(Boolean).join(' '),
      path: `/inventory/${id}`,
    })),
  transferId: inTable('transfers', 'number', '/inventory/transfers'),
  orderId: inTable('purchase_orders', 'transaction_number', '/purchase-orders'),
  returnId: inTable('supplier_returns', 'number', '/supplier-returns'),
  customerId: inTable('customers', 'name', '/customers'),
  staffId: inTable('staff', 'name', '/staff'),
  storeId: inTable('stores', 'name', '/stores'),
  supplierId: inTable('suppliers', 'name', '/suppliers'),
  productId: inTable('products', 'name', '/products'),
  countId: inTable('stock_counts', 'number', '/inventory/counts'),
  importId: inTable('imports', 'file_name', '/imports'),
  manufacturerId: inTable('manufacturers', 'name'),
  productTypeId: inTable('product_types', 'name'),
  groupId: inTable('customer_groups', 'name'),
  channelId: inTable('signup_channels', 'name'),
};

/** Finds the names and pages of audit targets; deleted and unnamed ones are left out. */
export async function findTargets(
  reader: Reader,
  wanted: readonly { kind: TargetKind; id: number }[],
): Promise<(kind: TargetKind, id: number) => AuditTarget | null> {
  const ofKinds = Map.groupBy(wanted, ({ kind }) => kind);
  const found = await Promise.all(
    [...ofKinds].map(async ([kind, some]) => {
      const rows = (await finders[kind]?.(reader, [...new Set(some.map(({ id }) => id))])) ?? [];
      return rows.map(
        ({ id, name, path = null }) => [`${kind} ${id}`, { name: name ?? `#${id}`, path }] as const,
      );
    }),
  );
  const targets = new Map<string, AuditTarget>(found.flat());
  return (kind, id) => targets.get(`${kind} ${id}`) ?? null;
}
