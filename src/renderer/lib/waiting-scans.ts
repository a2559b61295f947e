import { ApiError } from '#contract/errors.ts';
import { z } from '#contract/zod.ts';
import { ServerUnreachable } from './api-client.ts';

/** A scan that the server has not taken yet, with its Idempotency-Key. */
const waitingScan = z.object({ code: z.string(), key: z.string() });
export type WaitingScan = z.output<typeof waitingScan>;
export const waitingScans = z.array(waitingScan);

/** The scans that this device keeps, of all its windows. */
export type KeptScans = {
  read: () => Promise<readonly WaitingScan[]>;
  add: (scan: WaitingScan) => void;
  remove: (scan: WaitingScan) => void;
};

export type ScansState = {
  /** In the order of the scans. */
  waiting: readonly WaitingScan[];
  /** True from a scan that did not reach the server until one does again. */
  isStopped: boolean;
  /** Codes that the server refused, newest first, until they are scanned again or noted. */
  refused: readonly { code: string; text: string }[];
};

type Deps = {
  /** Saves a scan; throws where the server does not take it. */
  send: (scan: WaitingScan) => Promise<void>;
  /** Reports that a scan waits for the server. */
  onWaiting: (code: string) => void;
  onRefused: (code: string, text: string) => void;
};

export type WaitingScans = ReturnType<typeof createWaitingScans>;

const NOT_SAVED = 'It was not saved. Scan it again';

/**
 * Sends scans one after another. While the server cannot be reached they wait, and go on in their order, also those
 * that were kept when a window was closed.
 */
export function createWaitingScans(kept: KeptScans) {
  let state: ScansState = { waiting: [], isStopped: false, refused: [] };
  let deps: Deps | null = null;
  let isRunning = false;
  let turn = 0;
  const listeners = new Set<() => void>();

  const put = (changes: Partial<ScansState>) => {
    state = { ...state, ...changes };
    for (const listener of listeners) listener();
  };
  const loaded = kept
    .read()
    .catch(() => [])
    .then((before) => {
      const own = new Set(state.waiting.map(({ key }) => key));
      const others = before.filter(({ key }) => !own.has(key));
      if (others.length > 0) put({ waiting: [...others, ...state.waiting], isStopped: true });
    });
  const without = (code: string) => state.refused.filter((one) => one.code !== code);

  /** Returns false if the server could not be reached. */
  async function sendOne(scan: WaitingScan, to: Deps): Promise<boolean> {
    try {
      await to.send(scan);
      put({ refused: without(scan.code), isStopped: false });
    } catch (error) {
      if (error instanceof ServerUnreachable) return false;
      const text = error instanceof ApiError ? error.message : NOT_SAVED;
      put({ refused: [{ code: scan.code, text }, ...without(scan.code)], isStopped: false });
      to.onRefused(scan.code, text);
    }
    kept.remove(scan);
    put({ waiting: state.waiting.filter(({ key }) => key !== scan.key) });
    return true;
  }

  async function run(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    const own = turn;
    await loaded;
    if (own !== turn) return;
    for (let [scan] = state.waiting; scan && deps; [scan] = state.waiting) {
      const isSent = await sendOne(scan, deps);
      if (own !== turn) return;
      if (isSent) continue;
      if (!state.isStopped) deps.onWaiting(scan.code);
      put({ isStopped: true });
      break;
    }
    isRunning = false;
  }

  return {
    read: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Sets what sends, as of the last rendering; without it scans only wait. */
    sendWith: (next: Deps): void => {
      deps = next;
    },
    take: (code: string): void => {
      const scan = { code, key: crypto.randomUUID() };
      kept.add(scan);
      put({ waiting: [...state.waiting, scan] });
      if (state.isStopped) deps?.onWaiting(code);
      void run();
    },
    /**
     * Sends what waits, as when the server is back. A request on its way may never be answered, as when the sign-in has
     * ended: it is sent again under its key.
     */
    goOn: (): void => {
      turn += 1;
      isRunning = false;
      void run();
    },
    forgetRefused: (): void => put({ refused: [] }),
  };
}
