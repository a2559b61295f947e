import type { Till } from '#bridge/till.ts';
import type { OfflineState } from '#bridge/offline-sales.ts';
import { browserCache } from './browser-cache.ts';

declare global {
  interface Window {
    /** Set by the preload script; absent in a browser. */
    till?: Till;
  }
}

const notHere = () => Promise.reject(new Error('Not available in a browser'));

const withoutTill = (): Promise<OfflineState> =>
  Promise.resolve({
    till: null,
    is_ended: false,
    opening: null,
    waiting: 0,
    has_sales: false,
    references: [],
    problem: null,
    answered_at: null,
    now: Date.now(),
  });

/** The browser's implementation: no scanner or printer of its own, and a draft cache in local storage. */
const browserTill: Till = {
  kind: 'browser',
  scanner: {
    onScan: () => () => undefined,
    status: () => Promise.resolve([]),
    onStatus: () => () => undefined,
  },
  printer: {
    print: (job) =>
      Promise.resolve({
        job_key: job.job_key,
        state: 'no_printer',
        printer: null,
        drawer_opened: false,
        reason: null,
      }),
    onStatus: () => () => undefined,
    find: () => Promise.resolve(null),
    queue: () => Promise.resolve([]),
    forget: () => Promise.resolve(),
    look: notHere,
    test: notHere,
  },
  ...browserCache,
  offline: {
    enrol: withoutTill,
    state: withoutTill,
    complete: () => Promise.resolve({ refused: 'Sales can be completed when the server is back' }),
    openShift: () => Promise.resolve({ refused: 'A shift can be opened when the server is back' }),
    sales: () => Promise.resolve([]),
    sale: () => Promise.resolve(null),
    sold: () => Promise.resolve([]),
    export: notHere,
    onChange: () => () => undefined,
  },
  settings: {
    read: () => Promise.resolve(null),
    write: notHere,
    devices: () => Promise.resolve({ devices: [], silent: [] }),
  },
  server: { look: notHere, find: notHere, lookAtFound: notHere, choose: notHere },
  ownServer: {
    state: () => Promise.resolve({ packed: null, installed: null, is_outdated: false, data: '' }),
    setUp: notHere,
  },
  support: { log: () => Promise.resolve('') },
  troubles: { take: () => Promise.resolve([]), onNew: () => () => undefined },
  lock: { unlock: () => Promise.resolve({ reason: 'The server cannot be reached' }) },
  updates: {
    status: () => Promise.resolve({ ready: null, is_asked: false, problem: null, is_on: false }),
    check: notHere,
    install: notHere,
    putOff: notHere,
    onChange: () => () => undefined,
  },
  kiosk: { leave: notHere },
};

/** The till's hardware, or a browser's stand-in for it. */
export const till: Till = window.till ?? browserTill;
