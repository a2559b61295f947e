import { fieldsOf } from '#contract/shapes.ts';
import type { z } from '#contract/zod.ts';
import { hasDecimalComma, isDateLike, isShortened } from '#domain/import-cells.ts';
import type { MetCodes } from '#domain/receiving.ts';
import type { Reader, Writer } from '../../db/access.ts';
import type { ImportRow } from './imports.repository.ts';

// How each kind of import checks and writes its rows.

/** A row of a file, its cells by field; fields without a column have no cell. */
export type RawRow = { row: number; cells: Record<string, string>; key?: string | undefined };

/** Why a row is bad; for a number that is taken, with the unit that has it and its store. */
export type Problem = { field: string; message: string; itemId?: number; storeId?: number };

/** A name of a lookup that does not exist yet. */
export type NewName = { field: 'product_type' | 'manufacturer'; name: string };

/** Keeps that an import has made an entry of a lookup. */
export type MadeName = { table: 'product_types' | 'manufacturers'; id: number };
export type NoteMade = (made: MadeName) => void;

/** The result of checking a row: its problems, and the data to write. */
export type Checked<Data> = {
  row: number;
  problems: Problem[];
  data: Data | null;
  /** Oddities that may be right. */
  warnings?: Problem[];
  /** Names that no lookup has, to be made if the uploader wants it. */
  newNames?: readonly NewName[];
  /** True if only an earlier import of the same file is in its way. */
  isAgain?: boolean;
  /** The key that tells the row from the file's other rows, if no number does. */
  key?: string | undefined;
  /** True if everything that the row says is so already. */
  isSame?: boolean;
};

/** The values of earlier rows in the whole file, each with its first row; `codes` are those of units. */
type Met = Map<string, number>;

export type Checking = {
  task: ImportRow;
  met: Met;
  codes: MetCodes<number>;
  /** The units of the rows so far. */
  counted: { units: number };
  now: number;
};

export type GoodRow<Data> = { row: number; group: number; data: Data; key: string | null };
/** The outcome of a row that was to be written: the ids of what it made, none if it was not taken. */
export type Outcome = { row: number; madeIds: readonly number[]; problems: Problem[] };

export type Writing = { task: ImportRow; staffId: number; now: number; noteMade: NoteMade };

/** A row with the ids of what it made; those of one group may be parts of one thing. */
export type MadeRow<Data> = { row: number; group: number; data: Data; madeIds: readonly number[] };

/** Who takes an import back, when, and from which stores. */
export type Undoing = { staffId: number; now: number; storeIds: readonly number[] };

/** Why things stay that an import made, by their ids. */
export type Kept = Map<number, string>;

export type UndoRules<Data> = {
  /** Returns why some of what rows made cannot be taken back. */
  whyStays(reader: Reader, rows: readonly MadeRow<Data>[], undoing: Undoing): Promise<Kept>;
  /** Takes back what nobody has used or changed since; returns why the rest stays. */
  takeBack(writer: Writer, rows: readonly MadeRow<Data>[], undoing: Undoing): Promise<Kept>;
};

export type KindRules<Data> = {
  /** Returns the key of rows that are written together; without it each row is on its own. */
  groupBy?: (cells: RawRow['cells']) => string;
  /**
   * Returns each row's content in one spelling, with its store: a file is the same however it was saved. Without it the
   * bytes are compared.
   */
  identify?: (reader: Reader, rows: readonly RawRow[], task: ImportRow) => Promise<string[]>;
  check(reader: Reader, rows: readonly RawRow[], checking: Checking): Promise<Checked<Data>[]>;
  /** Writes rows that were good when checked; those that no longer are get problems. */
  write(writer: Writer, rows: readonly GoodRow<Data>[], writing: Writing): Promise<Outcome[]>;
  /** Groups that are written in one transaction, so that tills do not wait for more. */
  groupsAtOnce: number;
  /** Returns how many units a row makes; without it each row makes one thing. */
  unitsOf?: (data: Data) => number;
  undo: UndoRules<Data>;
  /** Shows what was written, if that is hidden at first. */
  show?: (writer: Writer, madeIds: readonly number[]) => Promise<void>;
};

export const notTaken = (row: number, problems: Problem[]): Outcome => ({ row, madeIds: [], problems });
export const made = (row: number, ...madeIds: readonly number[]): Outcome => ({ row, madeIds, problems: [] });

/** How the cells of some fields are read; undefined for what cannot be read. Cells of other fields are text. */
export type CellReaders = Readonly<Record<string, (cell: string) => unknown>>;

/**
 * Returns a row as a form, which refuses what is wrong: each field from the cell of its name. An empty cell is null where
 * the field may be null, else absent; what cannot be read stays as it is.
 */
export const formIn = (
  form: z.ZodObject,
  cells: RawRow['cells'],
  readers: CellReaders = {},
): Record<string, unknown> =>
  Object.fromEntries(
    fieldsOf(form).flatMap((field): [string, unknown][] => {
      const cell = cells[field];
      if (cell) return [[field, readers[field]?.(cell) ?? cell]];
      return cell === '' && form.shape[field]?.safeParse(null).success ? [[field, null]] : [];
    }),
  );

const DECIMAL_COMMA = 'Write 1234.50: a comma parts thousands only';

/** Returns the first problem of each field from a form's errors, under the field's name in the file. */
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

const SHORTENED = 'A spreadsheet shortened this number. Format its column as text, and save it again';

/** Returns problems for those of some fields whose digits a spreadsheet has lost. */
export const shortenedIn = (cells: RawRow['cells'], fields: readonly string[]): Problem[] =>
  fields.filter((field) => isShortened(cells[field] ?? '')).map((field) => ({ field, message: SHORTENED }));

/** Returns warnings for those of some cells that look like dates. */
export const dateWarnings = (cells: RawRow['cells']): Problem[] =>
  Object.entries(cells)
    .filter(([, cell]) => isDateLike(cell))
    .map(([field]) => ({ field, message: 'A spreadsheet may have made a date of this: check it' }));

export const rowHas = (row: number, what: string) => `Row ${row} of this file has this ${what}, too`;

/** Returns a problem if a value is in an earlier row of the file, too; else keeps it as met here. */
export function metBefore(
  met: Met,
  row: number,
  { field, what, key }: { field: string; what: string; key: string },
): Problem[] {
  const first = met.get(key);
  if (first === undefined) met.set(key, row);
  return first === undefined || first === row ? [] : [{ field, message: rowHas(first, what) }];
}
