import type { z } from '#contract/zod.ts';

/** The most texts that are kept of one column; settings are few, and each change makes another text. */
const TEXTS_KEPT = 1000;

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(value).forEach(frozen);
  return Object.freeze(value);
}

/**
 * Reads a column of JSON that changes far less often than it is read: each text is parsed once. The result is shared by
 * all readers of that text, and frozen.
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
