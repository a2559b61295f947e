import type { z } from '#contract/zod.ts';

/** Texts kept of one column; settings are few, and each change makes another one. */
const TEXTS_KEPT = 1000;

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(value).forEach(frozen);
  return Object.freeze(value);
}

/**
 * Reads a column of JSON that is read far more often than it changes: each text is parsed once. What it returns is shared
 * by all who read that text, and frozen.
 */
export function jsonColumn<S extends z.ZodType>(schema: S): (text: string) => z.output<S> {
  const known = new Map<string, z.output<S>>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const value = frozen(schema.parse(JSON.parse(text)));
    if (known.size >= TEXTS_KEPT) known.clear();
    known.set(text, value);
    return value;
  };
}
