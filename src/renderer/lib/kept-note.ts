import { useEffect, useState } from 'react';
import type { z } from '#contract/zod.ts';
import { till } from './till.ts';

// What somebody has begun and not sent is kept on the device: neither a reload nor another page loses a scan.

/** What is kept under a name; `nothing`, where there is none or it cannot be read. */
async function readNote<S extends z.ZodType>(
  name: string,
  schema: S,
  nothing: z.output<S>,
): Promise<z.output<S>> {
  try {
    return schema.parse(JSON.parse((await till.notes.read(name)) ?? 'null'));
  } catch {
    return nothing;
  }
}

/** What was kept under a name when the page came to it; null until that was read. */
export function useNote<S extends z.ZodType>(
  name: string,
  schema: S,
  nothing: z.output<S>,
): z.output<S> | null {
  const [kept, setKept] = useState<{ name: string; note: z.output<S> } | null>(null);
  useEffect(() => {
    let isWanted = true;
    void readNote(name, schema, nothing).then((note) => isWanted && setKept({ name, note }));
    return () => {
      isWanted = false;
    };
  }, [name, schema, nothing]);
  return kept?.name === name ? kept.note : null;
}

/** Keeps something under a name for as long as there is something of it: null forgets it. */
export function useKeptNote(name: string, note: object | null): void {
  const text = note === null ? null : JSON.stringify(note);
  useEffect(() => {
    const keeping = text === null ? till.notes.remove(name) : till.notes.write({ name, text });
    // A full disk is told by the till itself.
    keeping.catch(() => undefined);
  }, [name, text]);
}
