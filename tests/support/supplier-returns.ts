import type { z } from 'zod';
import type { supplierReturns } from '#contract/supplier-returns.ts';
import type { Database } from '#server/db/access.ts';
import type { Caller } from './http.ts';
import { expectDone } from './selling.ts';
import { makeSupplier } from './shop.ts';

export type WireReturn = z.input<typeof supplierReturns.get.response>;
export type WireReturns = z.input<typeof supplierReturns.list.response>;

type Fields = { supplier_id?: number; reference?: string; reason?: string };

/** Returns units to a supplier, by default a new one. */
export async function makeReturn(
  database: Database,
  caller: Caller,
  item_ids: readonly number[],
  fields: Fields = {},
): Promise<WireReturn> {
  const supplier_id = fields.supplier_id ?? (await makeSupplier(database)).id;
  const body = { reason: 'Dead on arrival', ...fields, supplier_id, item_ids };
  return expectDone(await caller.post<WireReturn>('/supplier-returns', body));
}
