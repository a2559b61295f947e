import { useEffect, useLayoutEffect, useSyncExternalStore } from 'react';
import { useConnection } from './connection.ts';
import { changeNote, readNote } from './saved-note.ts';
import { soundError } from './sound.ts';
import {
  createWaitingScans,
  waitingScans,
  type KeptScans,
  type WaitingScan,
  type WaitingScans,
} from './waiting-scans.ts';

/** The scans of this window by name: they go on while another page is shown. */
const all = new Map<string, WaitingScans>();

/** Keeps scans on this device: windows in which one person scans the same add to one list. */
function keptScans(name: string): KeptScans {
  const note = `scans.${name}`;
  const change = (of: (scans: readonly WaitingScan[]) => readonly WaitingScan[]) =>
    void changeNote(note, waitingScans, (scans) => {
      const rest = of(scans ?? []);
      return rest.length === 0 ? null : rest;
    });
  return {
    read: () => readNote(note, waitingScans, []),
    add: (scan) => change((scans) => [...scans, scan]),
    remove: ({ key }) => change((scans) => scans.filter((one) => one.key !== key)),
  };
}

function scansOf(name: string): WaitingScans {
  const known = all.get(name) ?? createWaitingScans(keptScans(name));
  all.set(name, known);
  return known;
}

type Input = {
  /** The person and what is scanned: the scans wait under this name. */
  name: string;
  send: (scan: WaitingScan) => Promise<void>;
  onFailed: (code: string, text: string) => void;
};

export const WAITS = 'The server could not be reached. It is sent as soon as it is back';

/** Sends scans in order; those that the server did not take wait until it is back, or are listed as refused. */
export function useWaitingScans({ name, send, onFailed }: Input) {
  const scans = scansOf(name);
  const state = useSyncExternalStore(scans.subscribe, scans.read);
  const { isReachable } = useConnection();
  useLayoutEffect(() => {
    const failed = (code: string, text: string) => {
      onFailed(code, text);
      soundError();
    };
    scans.sendWith({ send, onWaiting: (code) => failed(code, WAITS), onRefused: failed });
  });
  useEffect(() => {
    if (isReachable) scans.goOn();
  }, [isReachable, scans]);
  return {
    take: scans.take,
    waiting: state.isStopped ? state.waiting : [],
    refused: state.refused,
    forgetRefused: scans.forgetRefused,
  };
}
