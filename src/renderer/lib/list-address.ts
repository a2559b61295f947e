import { z } from '#contract/zod.ts';
import { idText } from '#contract/codecs.ts';
import { gatherLists, holdsLists, isOfLists, listEntries } from '#contract/query-lists.ts';

// A list's filters, order and page as they stand in its address, read and written by the schema of the route that the
// list asks: the names in the address are those on the wire.

/** What a list asks, decoded; a key is absent where nothing is asked. */
export type Query = Record<string, unknown>;

/** Keys to be asked for; null asks for nothing of one. */
export type Changes<Q> = { [K in keyof Q]?: Q[K] | null };

export type AddressRules<Q> = {
  /** What an absent key stands for. To ask for none of it, its key stands in the address without a value. */
  defaults?: Partial<Q>;
  /** Keys that widen the list, as `all_stores` does: they stay when its filters are cleared. */
  widening?: readonly (keyof Q & string)[];
  /** Keys that this person cannot use, whatever the address says. */
  without?: readonly (keyof Q & string)[];
};

/** Which rows are shown of what the list holds, and in what order: these never narrow it. */
const PLACE = ['page', 'per_page', 'sort'];

const inner = (schema: unknown): unknown =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodDefault ? inner(schema.unwrap()) : schema;

/** One value as it stands in an address; undefined for what its schema does not understand. */
function readValue(name: string, schema: z.ZodType, text: string): unknown {
  const kind = inner(schema);
  const longest = kind instanceof z.ZodString ? (kind.maxLength ?? Infinity) : Infinity;
  const { data } = schema.safeParse(text.trim().slice(0, longest) || undefined);
  // Pages and ids count from 1: a 0 that somebody typed asks for nothing.
  return data === 0 && (kind === idText || name === 'page') ? undefined : data;
}

/** Reads an address; what it does not understand counts as absent. */
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

/** The address after some changes. */
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

/** The changes that take every filter out of an address: what is absent then, the defaults stand for. */
export function withoutFilters<Q extends Query>(
  shape: z.ZodObject,
  { defaults = {}, widening = [] }: AddressRules<Q> = {},
): Partial<Q> {
  const filters = Object.keys(shape.shape).filter(
    (name) => !PLACE.includes(name) && !widening.includes(name),
  );
  return Object.fromEntries(filters.map((name) => [name, defaults[name as keyof Q]])) as Partial<Q>;
}

/** Whether somebody narrowed the list further than it starts with. */
export function isNarrowed<Q extends Query>(
  shape: z.ZodObject,
  query: Q,
  rules: AddressRules<Q> = {},
): boolean {
  return Object.entries(withoutFilters(shape, rules)).some(([name, value]) => query[name] !== value);
}

/** What a list asks, without which part of it is shown. */
export function withoutPlace<Q extends { page?: number; per_page?: number }>({
  page: _page,
  per_page: _perPage,
  ...filters
}: Q) {
  return filters;
}
