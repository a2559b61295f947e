import type { Compilable, CompiledQuery } from 'kysely';
import { execution, type Reader, sending, type Writer } from './access.ts';

// Kysely takes longer to build most queries than the engine to run them. A compiled query is built once, with
// placeholders for its values: docs/decisions/compiled-queries.md.

/** Stands for the value of an argument while a query is built. */
class Placeholder {
  readonly place: number;

  constructor(place: number) {
    this.place = place;
  }

  [Symbol.toPrimitive](): never {
    throw new Error(
      'A compiled query is built before its values are known: it can bind them, not look at them',
    );
  }
}

/** The arguments of a query: their shape, which tells null, true and false apart, and the values to bind. */
type Asked = { shape: string; values: unknown[] };

/** Values that are part of a query's shape instead of being bound. */
const isOfShape = (value: unknown) => value === null || value === undefined || typeof value === 'boolean';

const isBound = (value: unknown) => typeof value !== 'object' || value instanceof Uint8Array;

/** Adds the shape and the values of an argument. */
function take(value: unknown, asked: Asked): void {
  if (isOfShape(value)) {
    asked.shape += value === undefined ? 'u' : String(value)[0];
  } else if (Array.isArray(value)) {
    asked.shape += '[';
    for (const part of value) take(part, asked);
    asked.shape += ']';
  } else if (isBound(value)) {
    asked.shape += '?';
    asked.values.push(value);
  } else {
    if (Object.getPrototypeOf(value) !== Object.prototype)
      throw new Error('A compiled query takes values, lists and plain objects of them alone');
    asked.shape += '{';
    for (const name of Object.keys(value as object)) {
      asked.shape += `${name}:`;
      take((value as Record<string, unknown>)[name], asked);
    }
    asked.shape += '}';
  }
}

/** Returns an argument with placeholders for the values to bind, in the order of `take`. */
function withPlaceholders(value: unknown, placed: Placeholder[]): unknown {
  if (isOfShape(value)) return value;
  if (Array.isArray(value)) return value.map((part) => withPlaceholders(part, placed));
  if (!isBound(value))
    return Object.fromEntries(
      Object.entries(value as object).map(([name, part]) => [name, withPlaceholders(part, placed)]),
    );
  const placeholder = new Placeholder(placed.length);
  placed.push(placeholder);
  return placeholder;
}

/** The most shapes that are kept of one query; each length of a list is a shape. */
const SHAPES_KEPT = 200;

/** Compiles a query for these arguments to SQL. */
type Compile<Asker, Asking extends unknown[]> = (asker: Asker, asking: Asking) => CompiledQuery;

function compiler<Asker extends Reader, Asking extends unknown[]>(
  build: (asker: Asker, ...asking: Asking) => Compilable<unknown>,
): Compile<Asker, Asking> {
  const known = new Map<string, CompiledQuery>();
  return (asker, asking) => {
    const asked: Asked = { shape: asker[execution].engine, values: [] };
    take(asking, asked);
    let query = known.get(asked.shape);
    if (!query) {
      query = build(asker, ...(withPlaceholders(asking, []) as Asking)).compile();
      if (known.size >= SHAPES_KEPT) known.clear();
      known.set(asked.shape, query);
    }
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof Placeholder ? asked.values[parameter.place] : parameter,
    );
    return { ...query, parameters };
  };
}

/**
 * A query of any number of rows that is built once for each shape of its arguments: the fields present, the lengths of
 * lists, and null, true or false. The builder may look at the shape alone; it can only bind texts and numbers.
 */
export function compiledRows<Asker extends Reader, Asking extends unknown[], Row>(
  build: (asker: Asker, ...asking: Asking) => Compilable<Row>,
): (asker: Asker, ...asking: Asking) => Promise<Row[]> {
  const compile = compiler(build);
  return async (asker, ...asking) => {
    const { rows } = await asker[execution].run(compile(asker, asking));
    return rows as Row[];
  };
}

/** The first row of a query that is built like `compiledRows`; undefined without one. */
export function compiledRow<Asker extends Reader, Asking extends unknown[], Row>(
  build: (asker: Asker, ...asking: Asking) => Compilable<Row>,
): (asker: Asker, ...asking: Asking) => Promise<Row | undefined> {
  const find = compiledRows(build);
  return async (asker, ...asking) => (await find(asker, ...asking))[0];
}

/** The number of rows that a change touches; it is built like `compiledRows`. */
export function compiledChange<Asker extends Reader, Asking extends unknown[]>(
  build: (asker: Asker, ...asking: Asking) => Compilable<unknown>,
): (asker: Asker, ...asking: Asking) => Promise<number> {
  const compile = compiler(build);
  return async (asker, ...asking) => {
    const { numAffectedRows } = await asker[execution].run(compile(asker, asking));
    return Number(numAffectedRows ?? 0);
  };
}

/**
 * A change that is not waited for, as nobody reads its result; it is built like `compiledRows`. Statements after it see
 * what it did, and its error fails the whole write, as if it had been thrown here.
 */
export function compiledWrite<Asking extends unknown[]>(
  build: (writer: Writer, ...asking: Asking) => Compilable<unknown>,
): (writer: Writer, ...asking: Asking) => void {
  const compile = compiler(build);
  return (writer, ...asking) => writer[sending](compile(writer, asking));
}
