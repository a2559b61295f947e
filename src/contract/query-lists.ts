import { z } from './zod.ts';

// Lists by name in a query, as the specification writes them: `attributes[Color][]=Black&attributes[Color][]=Blue` is
// `{ attributes: { Color: ['Black', 'Blue'] } }`.

const LISTED = /^(\w+)\[([^\]]*)\]\[\]$/;

type Lists = Record<string, readonly string[]>;

/** True if a field of a query holds lists by name. */
export function holdsLists(schema: unknown): boolean {
  if (schema instanceof z.ZodOptional) return holdsLists(schema.unwrap());
  return schema instanceof z.ZodRecord;
}

/** Returns the values of a field as key-value pairs of an address. */
export const listEntries = (field: string, lists: Lists): [name: string, value: string][] =>
  Object.entries(lists).flatMap(([name, values]) =>
    values.map((value): [string, string] => [`${field}[${name}][]`, value]),
  );

/** True if a key of an address belongs to a field's lists. */
export const isOfLists = (key: string, field: string): boolean => LISTED.exec(key)?.[1] === field;

/** Collects the keys of a query that belong to list fields of a schema; the others stay. */
export function gatherLists(
  shape: Readonly<Record<string, unknown>>,
  entries: readonly (readonly [key: string, value: unknown])[],
): Record<string, unknown> {
  const others = entries.filter(([key]) => !holdsLists(shape[LISTED.exec(key)?.[1] ?? '']));
  const ofLists = entries.flatMap(([key, value]) => {
    const [, field = '', name = ''] = LISTED.exec(key) ?? [];
    return holdsLists(shape[field]) ? [{ field, name, values: [value].flat() }] : [];
  });
  const fields = [...Map.groupBy(ofLists, ({ field }) => field)].map(([field, lists]) => {
    const byName = Map.groupBy(lists, ({ name }) => name);
    const gathered = [...byName].map(([name, some]) => [name, some.flatMap(({ values }) => values)] as const);
    return [field, Object.fromEntries(gathered)] as const;
  });
  return Object.fromEntries([...others, ...fields]);
}
