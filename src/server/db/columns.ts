import type { Flag, Tables } from './tables.ts';

/** Fields that are no columns of a table become a compile error that names them. */
type OnlyColumns<T extends keyof Tables, F> = {
  [K in Exclude<keyof F, keyof Tables[T]>]: `${T} has no column ${K & string}`;
};

type Stored<V> = V extends boolean ? Flag : V;
type Inserted<F> = {
  [K in keyof F]-?: Stored<Exclude<F[K], undefined>> | (undefined extends F[K] ? null : never);
};
type Updated<F> = { [K in keyof F]?: Stored<Exclude<F[K], undefined>> };

const stored = (value: unknown) => (typeof value === 'boolean' ? Number(value) : value);

/**
 * A form's fields as columns of a new row: what was left out is null, booleans are 0 and 1. A field that the table has no
 * column for does not compile; take what is kept elsewhere out of the form first: `const { items, ...fields } = form`.
 */
export const insertedColumns = <T extends keyof Tables, F extends object>(
  _table: T,
  fields: F & OnlyColumns<T, F>,
): Inserted<F> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, stored(value ?? null)]),
  ) as Inserted<F>;

/** As `insertedColumns`, for a change: what was left out stays as it is, null clears. */
export const updatedColumns = <T extends keyof Tables, F extends object>(
  _table: T,
  fields: F & OnlyColumns<T, F>,
): Updated<F> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, stored(value)]),
  ) as Updated<F>;
