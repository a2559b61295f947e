import type { z } from '#contract/zod.ts';
import type { Tables } from './tables.ts';

// Amounts are centavos, rates basis points, instants epoch milliseconds, booleans 0 or 1, and columns ending in `_json`
// hold JSON text; the same on every engine. Names are those of the wire.

export type Flag = 0 | 1;

/** Makes fields that are no columns of a table a compile error that names all of them. */
type OnlyColumns<T extends keyof Tables, F> = [Exclude<keyof F, keyof Tables[T]>] extends [never]
  ? unknown
  : `${T} has no column ${Exclude<keyof F, keyof Tables[T]> & string}`;

type Stored<V> = V extends boolean ? Flag : V;
type Inserted<F> = {
  -readonly [K in keyof F]-?: Stored<Exclude<F[K], undefined>> | (undefined extends F[K] ? null : never);
};
type Updated<F> = { -readonly [K in keyof F]?: Stored<Exclude<F[K], undefined>> };

const stored = (value: unknown) => (typeof value === 'boolean' ? Number(value) : value);

/**
 * Converts a form's fields to columns of a new row: absent fields are null there (for null in the columns themselves
 * start with `nullsOf`), booleans become 0 and 1. A field without a column does not compile; take fields stored elsewhere
 * out of the form first: `const { items, ...fields } = form`.
 */
export const insertedColumns = <T extends keyof Tables, const F extends object>(
  _table: T,
  fields: OnlyColumns<T, F> & F,
): Inserted<F> => {
  const columns: Record<string, unknown> = { ...(fields as object) };
  for (const name in columns) columns[name] = stored(columns[name] ?? null);
  return columns as Inserted<F>;
};

/** Like `insertedColumns`, for a change: absent fields stay as they are, null clears. */
export const updatedColumns = <T extends keyof Tables, const F extends object>(
  _table: T,
  fields: OnlyColumns<T, F> & F,
): Updated<F> => {
  const columns: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) columns[name] = stored(value);
  return columns as Updated<F>;
};

type Omittable<F> = {
  [K in keyof F as undefined extends F[K] ? K : never]-?: Exclude<F[K], undefined> | null;
};

/**
 * Returns null for each optional field of a form. Spread before the form it gives rows the same columns, whatever was
 * left out: needed for rows that are inserted together, compiled queries, and checks of a row before it is inserted.
 */
export const nullsOf = <S extends z.ZodObject>(form: S): Omittable<z.output<S>> =>
  Object.fromEntries(
    Object.entries(form.shape).flatMap(([name, field]) =>
      field._zod.optout === 'optional' ? [[name, null]] : [],
    ),
  ) as Omittable<z.output<S>>;
