import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database, Reader, Writer } from './access.ts';
import { compiledChange, compiledRow, compiledRows } from './compiled-query.ts';
import { openSqlite } from './sqlite.ts';

let folder: string;
let database: Database;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'tindahan-compiled-'));
  database = await openSqlite(folder);
  await database.write(async (writer) => {
    const row = (name: string) => ({ id: writer.nextId(), name, unique_name: name });
    await writer.insertInto('manufacturers').values(['apple', 'samsung', 'xiaomi'].map(row)).execute();
  });
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

describe('a compiled query', () => {
  it('is built once, whatever it is asked about', async () => {
    let built = 0;
    const find = compiledRow((reader: Reader, name: string) => {
      built += 1;
      return reader.selectFrom('manufacturers').select('name').where('name', '=', name);
    });
    for (const name of ['apple', 'samsung', 'apple'])
      expect(await find(database.reader, name)).toEqual({ name });
    expect(await find(database.reader, 'nobody')).toBeUndefined();
    expect(built).toBe(1);
  });

  it('is another one for a list of another length, and for null, true and false', async () => {
    const builtWith: unknown[] = [];
    const find = compiledRows(
      (reader: Reader, names: readonly string[], isSorted: boolean, after: number | null) => {
        builtWith.push([names.length, isSorted, after === null]);
        return reader
          .selectFrom('manufacturers')
          .select('name')
          .where('name', 'in', names)
          .$if(after !== null, (query) => query.where('id', '>', after ?? 0))
          .$if(isSorted, (query) => query.orderBy('name', 'desc'));
      },
    );
    const ask = async (...asked: [string[], boolean, number | null]) =>
      (await find(database.reader, ...asked)).map(({ name }) => name);
    expect(await ask(['apple', 'xiaomi'], true, null)).toEqual(['xiaomi', 'apple']);
    expect(await ask(['samsung', 'xiaomi'], true, null)).toEqual(['xiaomi', 'samsung']);
    expect(await ask(['samsung'], false, null)).toEqual(['samsung']);
    expect(await ask(['samsung'], false, Number.MAX_SAFE_INTEGER)).toEqual([]);
    expect(builtWith).toEqual([
      [2, true, true],
      [1, false, true],
      [1, false, false],
    ]);
  });

  it('binds what objects hold, and says how many rows it changed', async () => {
    const rename = compiledChange(
      (writer: Writer, from: string, changes: { name?: string; unique_name: string }) =>
        writer.updateTable('manufacturers').set(changes).where('name', '=', from),
    );
    const run = (from: string, changes: { name?: string; unique_name: string }) =>
      database.write((writer) => rename(writer, from, changes));
    expect(await run('xiaomi', { name: 'Xiaomi', unique_name: '2' })).toBe(1);
    expect(await run('Xiaomi', { unique_name: '3' })).toBe(1);
    expect(await run('xiaomi', { unique_name: '4' })).toBe(0);
    const row = await database.reader
      .selectFrom('manufacturers')
      .select(['name', 'unique_name'])
      .where('name', '=', 'Xiaomi')
      .executeTakeFirst();
    expect(row).toEqual({ name: 'Xiaomi', unique_name: '3' });
  });

  it('may not look at a text or a number while it is built', async () => {
    const find = compiledRow((reader: Reader, id: number) =>
      reader
        .selectFrom('manufacturers')
        .select('id')
        .$if(id > 5, (query) => query.where('id', '=', id)),
    );
    await expect(find(database.reader, 6)).rejects.toThrow('bind them, not look at them');
  });

  it('takes plain values alone', async () => {
    const find = compiledRow((reader: Reader, at: unknown) =>
      reader.selectFrom('manufacturers').select('id').where('id', '=', Number(at)),
    );
    await expect(find(database.reader, new Date(0))).rejects.toThrow('plain objects');
  });

  it('sees nothing of a write that is not committed', async () => {
    const find = compiledRow((reader: Reader, name: string) =>
      reader.selectFrom('manufacturers').select('name').where('name', '=', name),
    );
    await database.write(async (writer) => {
      const row = { id: writer.nextId(), name: 'Late', unique_name: 'late' };
      await writer.insertInto('manufacturers').values(row).execute();
      expect(await find(writer, 'Late')).toEqual({ name: 'Late' });
      expect(await find(database.reader, 'Late')).toBeUndefined();
    });
    expect(await find(database.reader, 'Late')).toEqual({ name: 'Late' });
  });
});
