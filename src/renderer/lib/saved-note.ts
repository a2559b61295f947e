import { useEffect, useRef, useState } from 'react';
import type { z } from '#contract/zod.ts';
import { windowId } from './open-windows.ts';
import { till } from './till.ts';

// Input that was begun and not sent is saved on the device: neither a reload nor another page loses a scan.

/** Returns the input saved under a name; `nothing` if there is none or it cannot be read. */
export async function readNote<S extends z.ZodType, N>(
  name: string,
  schema: S,
  nothing: N,
): Promise<z.output<S> | N> {
  try {
    return schema.parse(JSON.parse((await till.notes.read(name)) ?? 'null'));
  } catch {
    return nothing;
  }
}

const changes = new Map<string, Promise<void>>();

/** Changes the input saved under a name, which all windows of the device share; null deletes it. */
export function changeNote<S extends z.ZodType>(
  name: string,
  schema: S,
  of: (saved: z.output<S> | null) => object | null,
): Promise<void> {
  const change = async () => {
    const changed = of(await readNote(name, schema, null));
    const keeping =
      changed === null ? till.notes.remove(name) : till.notes.write({ name, text: JSON.stringify(changed) });
    // The till itself reports a full disk.
    await keeping.catch(() => undefined);
  };
  const alone = () =>
    'locks' in navigator ? navigator.locks.request(`tindahan.changed.${name}`, change) : change();
  const done = (changes.get(name) ?? Promise.resolve()).then(alone);
  changes.set(name, done);
  return done;
}

type Holding = {
  onHeld: () => void;
  /** Called while another window holds it, also after that one took it over. */
  onWaiting: () => void;
};

type Hold = { letGo: () => void; takeOver: () => void };

/**
 * Locks a name for this window, as soon as no other one holds it. The window that was asked for it last has it again
 * after a reload, from one that took it in the meantime.
 */
function holdAlone(name: string, { onHeld, onWaiting }: Holding): Hold {
  // Outside localhost, browsers have locks only over HTTPS.
  if (!('locks' in navigator)) {
    onHeld();
    return { letGo: () => undefined, takeOver: () => undefined };
  }
  const leaving = new AbortController();
  const { signal } = leaving;
  const lock = `tindahan.note.${name}`;
  const own = windowId();
  const asked = `tindahan.asked.${name}`;
  const isAskedLast = () => localStorage.getItem(asked) === own;
  const noteAsked = () => localStorage.setItem(asked, own);
  let isHeld = false;
  const held = () =>
    new Promise<void>((letGo) => {
      if (signal.aborted) return letGo();
      signal.addEventListener('abort', () => letGo());
      isHeld = true;
      onHeld();
    });
  /** Waits for the lock, and again whenever another window takes it over. */
  const wait = async (): Promise<void> => {
    isHeld = false;
    onWaiting();
    await navigator.locks.request(lock, { signal }, held).catch(() => undefined);
    if (!signal.aborted) await wait();
  };
  const take = async (options: LockOptions): Promise<void> => {
    const isTaken = await navigator.locks
      .request(lock, options, async (free) => {
        if (!free) return false;
        noteAsked();
        await held();
        return true;
      })
      .catch(() => false);
    if (!isTaken && !signal.aborted) await wait();
  };
  // A window that only waited was asked for it once somebody works in it.
  const onUse = () => {
    if (isHeld) noteAsked();
  };
  for (const used of ['pointerdown', 'keydown']) window.addEventListener(used, onUse, { signal });
  void take(isAskedLast() ? { steal: true } : { ifAvailable: true });
  return {
    letGo: () => {
      leaving.abort();
      if (isAskedLast()) localStorage.removeItem(asked);
    },
    takeOver: () => void take({ steal: true }),
  };
}

/** Returns the input saved under a name at mount; null until it is read, and while another window holds it. */
export function useNote<S extends z.ZodType>(
  name: string,
  schema: S,
  nothing: z.output<S>,
): { note: z.output<S> | null; isElsewhere: boolean; takeOver: () => void } {
  const hold = useRef<Hold | null>(null);
  const [saved, setSaved] = useState<{ name: string; note: z.output<S> | null } | null>(null);
  useEffect(() => {
    let isWanted = true;
    const show = (note: z.output<S> | null) => isWanted && setSaved({ name, note });
    let turn = 0;
    const { letGo } = (hold.current = holdAlone(name, {
      onHeld: () => {
        turn += 1;
        const own = turn;
        // Another window may have taken it over while it was read.
        void readNote(name, schema, nothing).then((note) => own === turn && show(note));
      },
      onWaiting: () => {
        turn += 1;
        show(null);
      },
    }));
    return () => {
      isWanted = false;
      letGo();
    };
  }, [name, schema, nothing]);
  const isOurs = saved?.name === name;
  return {
    note: isOurs ? saved.note : null,
    isElsewhere: isOurs && saved.note === null,
    takeOver: () => hold.current?.takeOver(),
  };
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
