import type { Compilable, CompiledQuery } from 'kysely';
import { execution, type Reader } from './access.ts';

// Building a query takes Kysely longer than most of them take the engine. A compiled query is built once, with
// placeholders in the place of what it is asked about: docs/decisions/compiled-queries.md.

/** Stands for the value of that place while a query is built. */
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

/** What was asked: its shape, in which null, true and false are told apart, and the values that are left to be bound. */
type Asked = { shape: string; values: unknown[] };

const isRecord = (value: object) => Object.getPrototypeOf(value) === Object.prototype;

/** Takes values apart; returns what the query is built with in their place. */
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

/** Shapes kept of one query; a list's length makes another one of it. */
const SHAPES_KEPT = 200;

/** What a query with these arguments is in SQL, ready to run. */
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
 * A query of any number of rows that is built once for each shape of what it is asked: which fields, how long a list, what
 * is null, true or false. The builder may ask about the shape alone; texts and numbers it can only bind.
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

/** The first row of a query that is built as `compiledRows` says; undefined where there is none. */
export function compiledRow<Asker extends Reader, Asking extends unknown[], Row>(
  build: (asker: Asker, ...asking: Asking) => Compilable<Row>,
): (asker: Asker, ...asking: Asking) => Promise<Row | undefined> {
  const find = compiledRows(build);
  return async (asker, ...asking) => (await find(asker, ...asking))[0];
}

/** How many rows a change touches; it is built as `compiledRows` says. */
export function compiledChange<Asker extends Reader, Asking extends unknown[]>(
  build: (asker: Asker, ...asking: Asking) => Compilable<unknown>,
): (asker: Asker, ...asking: Asking) => Promise<number> {
  const compile = compiler(build);
  return async (asker, ...asking) => {
    const { numAffectedRows } = await asker[execution].run(compile(asker, asking));
    return Number(numAffectedRows ?? 0);
  };
}
