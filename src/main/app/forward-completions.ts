import { isCompletion, keepCompletions } from '#bridge/completion-queue.ts';
import type { DraftCache } from '../drafts/draft-cache.ts';
import { TILL_ORIGIN } from './app-protocol.ts';

type Forward = (request: Request) => Promise<Response>;

/** Returns what forwards the page's requests: what completes a sale is kept from before it is sent until it is answered. */
export function forwardCompletions(
  forward: Forward,
  { journal, now = Date.now }: { journal: DraftCache['journal']; now?: () => number },
): Forward {
  const send = keepCompletions((path, init) => forward(new Request(TILL_ORIGIN + path, init)), {
    journal: {
      write: async (entry) => journal.write(entry),
      list: async (about) => journal.list(about),
      forget: async (key) => journal.forget(key),
    },
    now,
  });
  return async (request) => {
    const { method, headers, signal } = request;
    const { pathname } = new URL(request.url);
    if (!isCompletion(method, pathname)) return forward(request);
    return send(pathname, { method, headers, signal, body: await request.text() });
  };
}
