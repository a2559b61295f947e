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

type Holding = {
  onHeld: () => void;
  /** Another window has it, and has to be waited for. */
  onWaiting: () => void;
};

/** Holds a name for this window alone, as soon as no other one has it. Returns how to let go of it. */
function holdAlone(name: string, { onHeld, onWaiting }: Holding): () => void {
  // Off the loopback, a browser has locks by HTTPS alone.
  if (!('locks' in navigator)) {
    onHeld();
    return () => undefined;
  }
  const leaving = new AbortController();
  const { signal } = leaving;
  const held = () =>
    new Promise<void>((letGo) => {
      if (signal.aborted) return letGo();
      signal.addEventListener('abort', () => letGo());
      onHeld();
    });
  const lock = `tindahan.note.${name}`;
  const hold = async () => {
    const isFree = await navigator.locks.request(lock, { ifAvailable: true }, async (free) => {
      if (free) await held();
      return free !== null;
    });
    if (isFree || signal.aborted) return;
    onWaiting();
    await navigator.locks.request(lock, { signal }, held);
  };
  // Whoever leaves does not wait any more.
  hold().catch(() => undefined);
  return () => leaving.abort();
}

/** What was kept under a name when this window came to it; null until that was read, and while another window has it. */
export function useNote<S extends z.ZodType>(
  name: string,
  schema: S,
  nothing: z.output<S>,
): { note: z.output<S> | null; isElsewhere: boolean } {
  const [saved, setSaved] = useState<{ name: string; note: z.output<S> | null } | null>(null);
  useEffect(() => {
    let isWanted = true;
    const show = (note: z.output<S> | null) => isWanted && setSaved({ name, note });
    const letGo = holdAlone(name, {
      onHeld: () => void readNote(name, schema, nothing).then(show),
      onWaiting: () => show(null),
    });
    return () => {
      isWanted = false;
      letGo();
    };
  }, [name, schema, nothing]);
  const isOurs = saved?.name === name;
  return { note: isOurs ? saved.note : null, isElsewhere: isOurs && saved.note === null };
}

/** Keeps something under a name for as long as there is something of it: null forgets it. */
export function useSavedNote(name: string, note: object | null): void {
  const text = note === null ? null : JSON.stringify(note);
  useEffect(() => {
    const keeping = text === null ? till.notes.remove(name) : till.notes.write({ name, text });
    // A full disk is told by the till itself.
    keeping.catch(() => undefined);
  }, [name, text]);
}
