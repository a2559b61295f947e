import type { RouteInput } from '#contract/define-route.ts';
import type { SupplierStats, suppliers } from '#contract/suppliers.ts';
import { supplierTerms } from '#domain/search-key.ts';
import type { Reader } from '../../db/access.ts';
import { pageAnswer, pagePlace, readPage } from '../../db/paging.ts';
import { searchSuppliers } from './supplier-search.repository.ts';
import { countUnits } from './supplier-stats.repository.ts';
import { requireSupplier } from './suppliers.guards.ts';
import { presentSupplier } from './suppliers.present.ts';
import { suppliersOf, suppliersThere } from './suppliers.repository.ts';

const PAGE_SIZE = 20;

/** One page of the suppliers by name, found by the words of their names, codes, contacts, e-mails and phone numbers. */
export async function listSuppliers(
  reader: Reader,
  { search = '', active, ...query }: RouteInput<typeof suppliers.list>['query'],
) {
  const place = pagePlace(query, PAGE_SIZE);
  const terms = supplierTerms(search);
  if (!terms) {
    const rowsOf = (ids: readonly number[]) => ({ execute: () => suppliersOf(reader, ids) });
    return readPage(reader, { ids: suppliersThere(reader, active), rowsOf }, place, presentSupplier);
  }
  const { ids, capped } = await searchSuppliers(reader, terms, active);
  const rows = await suppliersOf(reader, ids.slice(place.offset, place.offset + place.perPage));
  return pageAnswer(rows.map(presentSupplier), { count: ids.length, capped }, place);
}

/** What the chain had from a supplier, in all of its stores. 404 `supplier_not_found`. */
export async function supplierStats(reader: Reader, supplierId: number): Promise<SupplierStats> {
  await requireSupplier(reader, supplierId);
  return countUnits(reader, supplierId);
}
