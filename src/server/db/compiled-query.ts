import type { Compilable, CompiledQuery } from 'kysely';
import { execution, type Reader } from './access.ts';

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

const isRecord = (value: object) => Object.getPrototypeOf(value) === Object.prototype;

/** Takes arguments apart; returns them with placeholders for the values to bind. */
function takeApart(value: unknown, asked: Asked): unknown {
  if (value === null || value === undefined || typeof value === 'boolean') {
    asked.shape += value === undefined ? 'u' : String(value)[0];
    return value;
  }
  if (Array.isArray(value)) {
    asked.shape += '[';
    const parts = value.map((part) => takeApart(part, asked));
    asked.shape += ']';
    return parts;
  }
  if (typeof value === 'object' && !(value instanceof Uint8Array)) {
    if (!isRecord(value))
      throw new Error('A compiled query takes values, lists and plain objects of them alone');
    asked.shape += '{';
    const parts: Record<string, unknown> = {};
    for (const [name, part] of Object.entries(value)) {
      asked.shape += `${name}:`;
      parts[name] = takeApart(part, asked);
    }
    asked.shape += '}';
    return parts;
  }
  asked.shape += '?';
  asked.values.push(value);
  return new Placeholder(asked.values.length - 1);
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
    const inTheirPlace = takeApart(asking, asked) as Asking;
    let query = known.get(asked.shape);
    if (!query) {
      query = build(asker, ...inTheirPlace).compile();
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
