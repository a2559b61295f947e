import type { DraftSnapshot, Till } from '#bridge/till.ts';

declare global {
  interface Window {
    /** Put there by the preload; absent in a browser. */
    till?: Till;
  }
}

const SNAPSHOT = 'tindahan.draft';

function readSnapshot(): DraftSnapshot | null {
  try {
    return JSON.parse(localStorage.getItem(SNAPSHOT) ?? 'null') as DraftSnapshot | null;
  } catch {
    return null;
  }
}

/** A browser's answer to the same interface: no scanner or printer of its own, and a draft cache in local storage. */
const browserTill: Till = {
  kind: 'browser',
  scanner: { onScan: () => () => undefined },
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
  },
  drafts: {
    save: (snapshot) => {
      try {
        localStorage.setItem(SNAPSHOT, JSON.stringify(snapshot));
      } catch {
        // Storage may be full or forbidden; the till sells without its copy.
      }
      return Promise.resolve();
    },
    load: () => Promise.resolve(readSnapshot()),
    clear: () => {
      localStorage.removeItem(SNAPSHOT);
      return Promise.resolve();
    },
  },
  settings: { read: () => Promise.resolve(null), write: () => Promise.resolve() },
};

/** The till's hardware, or a browser's stand-in for it. */
export const till: Till = window.till ?? browserTill;
