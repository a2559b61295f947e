import type { RouteInput, RouteOutput } from '#contract/define-route.ts';
import { ApiError } from '#contract/errors.ts';
import type { manufacturers } from '#contract/manufacturers.ts';
import { hasWords, searchKey } from '#domain/search-key.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { pageOfAll, pagePlace } from '../../db/paging.ts';
import { byNameKey } from '../../db/search-words.ts';
import { findManufacturers, insertManufacturer, removeManufacturer } from './manufacturers.repository.ts';

const PAGE_SIZE = 20;

/** One page of the manufacturers whose names have the words that are searched, by name. */
export async function listManufacturers(
  reader: Reader,
  { search, ...query }: RouteInput<typeof manufacturers.list>['query'],
): Promise<RouteOutput<typeof manufacturers.list>> {
  const found = (await findManufacturers(reader))
    .filter(({ name }) => !search?.trim() || hasWords(name, search))
    .map((row) => ({ ...row, name_key: searchKey(row.name) }))
    .sort(byNameKey);
  return pageOfAll(found, pagePlace(query, PAGE_SIZE), ({ id, name }) => ({ id, name }));
}

/** Makes a manufacturer; 422 for a name that is taken. */
export async function createManufacturer(
  writer: Writer,
  { name }: RouteInput<typeof manufacturers.create>['body'],
): Promise<RouteOutput<typeof manufacturers.create>> {
  const manufacturer = { id: writer.nextId(), name };
  await insertManufacturer(writer, manufacturer);
  return manufacturer;
}

/** Deletes a manufacturer; 404 `not_found`. While products have it, the database refuses: 409 `in_use`. */
export async function deleteManufacturer(writer: Writer, manufacturerId: number): Promise<void> {
  if (!(await removeManufacturer(writer, manufacturerId))) throw new ApiError('not_found');
}
