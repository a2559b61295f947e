import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Reader } from '../../db/access.ts';
import type { ImportRow } from './imports.repository.ts';
import type { KindRules, RawRow } from './kind-rules.ts';

/** Rows that are looked at in one turn of the event loop. */
const ROWS_AT_ONCE = 500;
/** Long enough that no two rows of a file are taken for one. */
const KEY_LENGTH = 22;

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url');

/**
 * Gives each row the key of what it says, the second of two that say the same another one; and what the file's rows come to
 * together, in whatever order they stand: by both a file is recognised that was saved anew.
 */
export async function recogniseRows<Row extends RawRow>(
  reader: Reader,
  rows: readonly Row[],
  task: ImportRow,
  identify: NonNullable<KindRules<unknown>['identify']>,
): Promise<{ content_hash: string; rows: Row[] }> {
  const met = new Map<string, number>();
  const keyed: Row[] = [];
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    const part = rows.slice(start, start + ROWS_AT_ONCE);
    const texts = await identify(reader, part, task);
    part.forEach((row, at) => {
      const key = hashOf(texts[at] ?? '').slice(0, KEY_LENGTH);
      const count = met.get(key) ?? 0;
      met.set(key, count + 1);
      keyed.push({ ...row, key: `${key} ${count}` });
    });
    await nextTurn();
  }
  const content = keyed.map(({ key }) => key ?? '').sort();
  return { content_hash: hashOf(content.join('\n')), rows: keyed };
}
