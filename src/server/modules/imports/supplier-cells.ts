import { searchKey } from '#domain/search-key.ts';
import type { Reader } from '../../db/access.ts';
import { findSupplier, findSuppliersCalled } from '../suppliers/suppliers.public.ts';
import type { Problem, RawRow } from './kind-rules.ts';

export type Source = { id: number | null; problems: Problem[] };

/** Finds the supplier by the code or name that a row gives; null if it gives none. */
export async function findSources(reader: Reader, rows: readonly RawRow[]) {
  const called = await findSuppliersCalled(
    reader,
    rows.map(({ cells }) => cells.supplier ?? ''),
  );
  return ({ cells: { supplier = '' } }: RawRow): Source => {
    if (!supplier) return { id: null, problems: [] };
    const key = searchKey(supplier);
    const coded = called.filter(({ code }) => code === supplier.toUpperCase());
    const [only, ...others] = coded.length ? coded : called.filter(({ name_key }) => name_key === key);
    if (only && !others.length) return { id: only.id, problems: [] };
    const message = only
      ? 'Several suppliers are called so. Write the code'
      : 'There is no supplier with this code or name';
    return { id: null, problems: [{ field: 'supplier', message }] };
  };
}

/** Returns those of some suppliers that no longer exist. */
export async function findGone(
  reader: Reader,
  ids: readonly (number | null | undefined)[],
): Promise<Set<number>> {
  const gone = new Set<number>();
  for (const id of new Set(ids)) {
    if (id && !(await findSupplier(reader, id))) gone.add(id);
  }
  return gone;
}
