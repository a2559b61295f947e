import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Description } from './api-compatibility.ts';
import type { EngineName } from './test-databases.ts';

const FIXTURES = path.resolve(import.meta.dirname, '../fixtures');

/** Returns the folder that `keep-version.ts` made with a version. */
export const folderOf = (version: string) => path.join(FIXTURES, version);

/** The versions with a saved shop, oldest first. */
export const keptVersions = readdirSync(FIXTURES)
  .filter((name) => /^\d+\.\d+\.\d+$/.test(name))
  .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));

/** Returns the statements that make a database as a version left it. */
export const keptDump = (version: string, engine: EngineName): string =>
  readFileSync(path.join(folderOf(version), `${engine}.sql`), 'utf8');

/** Returns what a version's API took and answered. */
export const keptApi = (version: string) =>
  JSON.parse(readFileSync(path.join(folderOf(version), 'api.json'), 'utf8')) as Description;

/** The people of the saved shops, and their sales. */
export const KEPT = {
  seller: 'seller@kept.test',
  storeCode: 'KEPT-01',
  customer: 'Ána Peñaflor',
  /** The unit that was sold, the one in a draft, and one still in stock. */
  serials: { sold: 'KEPT-SN-1', drafted: 'KEPT-SN-2', left: 'KEPT-SN-3' },
} as const;
