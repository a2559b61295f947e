import { z } from '#contract/zod.ts';
import { idText } from '#contract/codecs.ts';
import { gatherLists, holdsLists, isOfLists, listEntries } from '#contract/query-lists.ts';

// A list's filters, order and page in its address, read and written by the query schema of its route: the address uses
// the names on the wire.

/** A list's decoded query; absent keys do not filter. */
export type Query = Record<string, unknown>;

/** Changes of a query; null removes a key. */
export type Changes<Q> = { [K in keyof Q]?: Q[K] | null };

export type AddressRules<Q> = {
  /** Defaults of absent keys. A key without a value in the address turns its default off. */
  defaults?: Partial<Q>;
  /** Keys that widen the list, such as `all_stores`: they stay when its filters are cleared. */
  widening?: readonly (keyof Q & string)[];
  /** Keys that this user cannot use, whatever the address says. */
  without?: readonly (keyof Q & string)[];
};

/** Keys of page and order: these never narrow the list. */
const PLACE = ['page', 'per_page', 'sort'];

const inner = (schema: unknown): unknown =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodDefault ? inner(schema.unwrap()) : schema;

/** Reads one value of an address; undefined if its schema does not accept it. */
function readValue(name: string, schema: z.ZodType, text: string): unknown {
  const kind = inner(schema);
  const longest = kind instanceof z.ZodString ? (kind.maxLength ?? Infinity) : Infinity;
  const { data } = schema.safeParse(text.trim().slice(0, longest) || undefined);
  // Pages and ids count from 1: a typed 0 is ignored.
  return data === 0 && (kind === idText || name === 'page') ? undefined : data;
}

/** Reads an address; ignores values it does not understand. */
export function readAddress<Q extends Query>(
  shape: z.ZodObject,
  params: URLSearchParams,
  { defaults = {}, without = [] }: AddressRules<Q> = {},
): Q {
  const entries = Object.entries(shape.shape).flatMap(([name, schema]) => {
    if (without.includes(name)) return [];
    if (holdsLists(schema)) {
      const { data } = (schema as z.ZodType).safeParse(gatherLists(shape.shape, [...params])[name]);
      return data === undefined ? [] : [[name, data] as const];
    }
    const text = params.get(name);
    const isOpen = text === '';
    const value = text === null ? undefined : readValue(name, schema as z.ZodType, text);
    const meant = value ?? (isOpen ? undefined : defaults[name as keyof Q]);
    return meant === undefined ? [] : [[name, meant] as const];
  });
  return Object.fromEntries(entries) as Q;
}

/** Returns the address after some changes. */
export function writeAddress<Q extends Query>(
  shape: z.ZodObject,
  params: URLSearchParams,
  changes: Changes<Query>,
  { defaults = {} }: AddressRules<Q> = {},
): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(changes)) {
    if (holdsLists(shape.shape[name])) {
      for (const key of [...next.keys()]) if (isOfLists(key, name)) next.delete(key);
      for (const [key, one] of listEntries(name, (value ?? {}) as Record<string, string[]>))
        next.append(key, one);
      continue;
    }
    const standard = defaults[name as keyof Q];
    if (value === standard || (value ?? undefined) === standard) next.delete(name);
    else if (value === null || value === undefined) next.set(name, '');
    else next.set(name, String(z.encode(shape.shape[name] as z.ZodType, value)));
  }
  return next;
}

/** Returns the changes that remove every filter from an address; the defaults apply then. */
export function withoutFilters<Q extends Query>(
  shape: z.ZodObject,
  { defaults = {}, widening = [] }: AddressRules<Q> = {},
): Partial<Q> {
  const filters = Object.keys(shape.shape).filter(
    (name) => !PLACE.includes(name) && !widening.includes(name),
  );
  return Object.fromEntries(filters.map((name) => [name, defaults[name as keyof Q]])) as Partial<Q>;
}

/** Returns the keys that narrow the list beyond its defaults. */
export function narrowedBy<Q extends Query>(
  shape: z.ZodObject,
  query: Q,
  rules: AddressRules<Q> = {},
): string[] {
  return Object.entries(withoutFilters(shape, rules)).flatMap(([name, value]) =>
    query[name] === value ? [] : [name],
  );
}

/** Returns a list's query without its page. */
export function withoutPlace<Q extends { page?: number; per_page?: number }>({
  page: _page,
  per_page: _perPage,
  ...filters
}: Q) {
  return filters;
}
