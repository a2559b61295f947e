import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { openDatabase } from '#server/db/open.ts';
import { compilerOptions, projectRoot, serverFiles } from '#tests/support/compiler-options.ts';

type Columns = Record<string, 'null' | 'not null'>;

/** Returns the columns of each table as the type `Tables` has them. */
function typedColumns(): Record<string, Columns> {
  const file = path.join(projectRoot, 'src/server/db/tables.ts');
  const program = ts.createProgram(serverFiles(), compilerOptions());
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  const exported = source && checker.getSymbolAtLocation(source)?.exports?.get('Tables' as ts.__String);
  if (!exported) throw new Error('db/tables.ts exports no Tables');
  const fieldsOf = (type: ts.Type): [string, ts.Type][] =>
    checker.getPropertiesOfType(type).map((field) => [field.name, checker.getTypeOfSymbol(field)]);
  const isNullable = (type: ts.Type) =>
    type.isUnion() && type.types.some(({ flags }) => (flags & ts.TypeFlags.Null) !== 0);
  return Object.fromEntries(
    fieldsOf(checker.getDeclaredTypeOfSymbol(exported)).map(([table, row]) => [
      table,
      Object.fromEntries(
        fieldsOf(row).map(([column, type]) => [column, isNullable(type) ? 'null' : 'not null']),
      ),
    ]),
  );
}

/** Returns the columns of each table as the migrations make them. */
async function migratedColumns(): Promise<Record<string, Columns>> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'tindahan-columns-'));
  try {
    await (await openDatabase({ dataDir })).close();
    const database = new Database(path.join(dataDir, 'tindahan.db'), { readonly: true });
    const tables = database
      .prepare<[], { name: string; type: string }>(
        `select name, type from pragma_table_list where schema = 'main' and type <> 'shadow'
          and name not like 'kysely_%' and name not like 'sqlite_%'`,
      )
      .all();
    const columnsOf = ({ name, type }: { name: string; type: string }): Columns => {
      // An FTS table has its rowid besides.
      if (type === 'virtual') return { code_text: 'not null', rowid: 'not null' };
      const columns = database
        .prepare<[string], { name: string; notnull: 0 | 1; pk: number }>('select * from pragma_table_info(?)')
        .all(name);
      return Object.fromEntries(
        columns.map((column) => [column.name, column.notnull || column.pk ? 'not null' : 'null']),
      );
    };
    const found = Object.fromEntries(tables.map((table) => [table.name, columnsOf(table)]));
    database.close();
    return found;
  } finally {
    rmSync(dataDir, { recursive: true });
  }
}

test('each table has the columns that its type says, and null wherever the type allows it', async () => {
  const [migrated, typed] = [await migratedColumns(), typedColumns()];
  const namesOf = (tables: Record<string, Columns>) =>
    Object.fromEntries(
      Object.entries(tables).map(([table, columns]) => [table, Object.keys(columns).sort()]),
    );
  expect(namesOf(migrated)).toEqual(namesOf(typed));
  const refused = Object.entries(typed).flatMap(([table, columns]) =>
    Object.entries(columns)
      .filter(([column, may]) => may === 'null' && migrated[table]?.[column] === 'not null')
      .map(([column]) => `${table}.${column}`),
  );
  expect(refused).toEqual([]);
}, 60_000);
