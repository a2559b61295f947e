import type { z } from '#contract/zod.ts';
import { hasDecimalComma } from '#domain/import-cells.ts';
import type { Reader, Writer } from '../../db/access.ts';
import type { ImportRow } from './imports.repository.ts';

// What each kind of import says of its rows: how they are checked, and how they are written.

/** A row of a file, its cells by their fields; what no column is has no cell. */
export type RawRow = { row: number; cells: Record<string, string>; key?: string | undefined };

/** A row whose cells cannot be told apart: one of them was parted. */
export const TOO_WIDE: Problem = {
  field: 'row',
  message: 'This row has more cells than there are columns. Text with a comma in it has to be in quotes',
};

/** Why a row is bad; of a number that a unit has, which one, and where it is. */
export type Problem = { field: string; message: string; itemId?: number; storeId?: number };

/** What a row comes to: what is written of it where it has no problem, and of what it is. */
export type Checked<Data> = {
  row: number;
  problems: Problem[];
  data: Data | null;
  /** What is odd of it, and may be so. */
  warnings?: Problem[];
  /** What tells it from the file's other rows, where no number does. */
  key?: string | undefined;
  /** It says what is so already. */
  isSame?: boolean;
};

/** What was met in the rows before, in the whole file: in which row a value stands first. */
export type Met = Map<string, number>;

export type Checking = { task: ImportRow; met: Met; now: number };

export type GoodRow<Data> = { row: number; group: number; data: Data; key: string | null };
/** What became of a row that was to be written. */
export type Outcome = { row: number; madeId: number | null; problems: Problem[] };

export type Writing = { task: ImportRow; staffId: number; now: number };

export type KindRules<Data> = {
  /** What rows have in common that are written together; without it each is for itself. */
  groupBy?: (cells: RawRow['cells']) => string;
  /**
   * What each row says, in one spelling, and where it leads: the same file is the same however it was saved. Without it
   * its bytes are compared.
   */
  identify?: (reader: Reader, rows: readonly RawRow[], task: ImportRow) => Promise<string[]>;
  check(reader: Reader, rows: readonly RawRow[], checking: Checking): Promise<Checked<Data>[]>;
  /** Writes rows that were good when they were checked; those that are not any more have problems. */
  write(writer: Writer, rows: readonly GoodRow<Data>[], writing: Writing): Promise<Outcome[]>;
  /** Groups that are written in one transaction: tills wait for no more of them. */
  groupsAtOnce: number;
  /** Shows what was written, where that is hidden at first. */
  show?: (writer: Writer, madeIds: readonly number[]) => Promise<void>;
};

export const notTaken = (row: number, problems: Problem[]): Outcome => ({ row, madeId: null, problems });
export const made = (row: number, madeId: number): Outcome => ({ row, madeId, problems: [] });

const DECIMAL_COMMA = 'Write 1234.50: a comma parts thousands only';

/** Of each field the first thing that a form's rules say of some cells, under the name that the field has in the file. */
export function problemsOf(
  error: z.ZodError,
  cells: RawRow['cells'],
  names: Readonly<Record<string, string>> = {},
): Problem[] {
  const problems = new Map<string, Problem>();
  for (const { path, message } of error.issues) {
    const name = String(path[0] ?? '');
    const field = names[name] ?? name;
    if (problems.has(field)) continue;
    problems.set(field, { field, message: hasDecimalComma(cells[field] ?? '') ? DECIMAL_COMMA : message });
  }
  return [...problems.values()];
}

/** A problem where a value stands in an earlier row of the file, too; else it is kept as met here. */
export function metBefore(
  met: Met,
  row: number,
  { field, what, key }: { field: string; what: string; key: string },
): Problem[] {
  const first = met.get(key);
  if (first === undefined) met.set(key, row);
  return first === undefined || first === row
    ? []
    : [{ field, message: `Row ${first} of this file has this ${what}, too` }];
}
