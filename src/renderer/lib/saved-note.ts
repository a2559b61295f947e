import { useEffect, useState } from 'react';
import type { z } from '#contract/zod.ts';
import { till } from './till.ts';

// Input that was begun and not sent is saved on the device: neither a reload nor another page loses a scan.

/** Returns the input saved under a name; `nothing` if there is none or it cannot be read. */
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
  /** Called while another window holds it. */
  onWaiting: () => void;
};

/** Locks a name for this window, as soon as no other one holds it. Returns a function that releases it. */
function holdAlone(name: string, { onHeld, onWaiting }: Holding): () => void {
  // Outside localhost, browsers have locks only over HTTPS.
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
  // Unmounting ends the wait.
  hold().catch(() => undefined);
  return () => leaving.abort();
}

/** Returns the input saved under a name at mount; null until it is read, and while another window holds it. */
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

/** Saves a note under a name; null deletes it. */
export function useSavedNote(name: string, note: object | null): void {
  const text = note === null ? null : JSON.stringify(note);
  useEffect(() => {
    const keeping = text === null ? till.notes.remove(name) : till.notes.write({ name, text });
    // The till itself reports a full disk.
    keeping.catch(() => undefined);
  }, [name, text]);
}
