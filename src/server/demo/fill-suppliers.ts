import { DAY } from '#domain/store-time.ts';
import type { Writer } from '../db/access.ts';
import { insertSuppliers } from '../modules/suppliers/suppliers.public.ts';
import shop from './shop.json' with { type: 'json' };

/** Returns the supplier of a manufacturer's goods; null if unknown. */
export type SupplierOf = (maker: string) => number | null;

const MONTH = 30 * DAY;

/** Fills the shop's suppliers, one added every other month. */
export async function fillSuppliers(writer: Writer, now: number): Promise<SupplierOf> {
  const filled = shop.suppliers.map((supplier, place) => ({
    ...supplier,
    id: writer.nextId(),
    created_at: now - (24 - 2 * place) * MONTH,
  }));
  await insertSuppliers(
    writer,
    filled.map(({ makers: _, is_active, ...supplier }) => ({
      ...supplier,
      is_active: is_active ? 1 : 0,
      deleted_at: null,
    })),
  );
  const ofMakers = new Map(filled.flatMap(({ id, makers }) => makers.map((maker) => [maker, id] as const)));
  return (maker) => ofMakers.get(maker) ?? null;
}
