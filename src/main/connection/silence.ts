/** Milliseconds without an answer after which a server is sought elsewhere: longer than it needs to start again. */
const SILENCE_MS = 30_000;
/** Milliseconds between two searches. */
const SEARCH_PAUSE_MS = 60_000;

/**
 * Watches whether the server answers, and calls `search` when it was silent for half a minute, at most once a minute.
 * @param uptime milliseconds that only go forward
 */
export function watchSilence({ search, uptime }: { search: () => void; uptime: () => number }) {
  /** When the first of the requests was made that got no answer, and when the server was sought; null while it answers. */
  let silent: { since: number; searchedAt: number } | null = null;
  return {
    /** Call it after each request. */
    note: (isAnswered: boolean): void => {
      if (isAnswered) {
        silent = null;
        return;
      }
      const now = uptime();
      silent ??= { since: now, searchedAt: -Infinity };
      if (now - silent.since < SILENCE_MS || now - silent.searchedAt < SEARCH_PAUSE_MS) return;
      silent.searchedAt = now;
      search();
    },
    /** The till works with another server from now on. */
    forget: (): void => {
      silent = null;
    },
  };
}
