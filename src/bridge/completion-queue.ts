import { z } from '#contract/zod.ts';
import type { JournalEntry } from './drafts.ts';
import { COMPLETED_BEFORE } from './shop-mark.ts';

// A sale is completed once. Its completion is kept from before it is sent until it is answered: by the till's main process for
// its page, by a browser for itself.
//
// paid: on the disk, with its key; nothing was sent yet, or nobody knows. The request is on its way.
// answered: the sale is there; it is kept until its page has shown it. Refused: it is forgotten.
// unsure: no answer came. It is sent again under its key; or the till makes the sale without the server, which is told that key.

/** Sends a request to a path of the server. */
export type Send = (path: string, init: RequestInit) => Promise<Response>;

/** Keeps completions: on the till's disk, or in a browser's storage. */
type Journal = {
  write: (entry: JournalEntry) => Promise<void>;
  list: (about: string) => Promise<JournalEntry[]>;
  forget: (key: string) => Promise<void>;
};

/** A completion that was sent and not answered, or not shown: its request word for word. */
export type SentCompletion = { key: string; path: string; body: string };

const KEY = 'Idempotency-Key';
const COMPLETE = /^\/api\/v1\/transactions\/(\d+)\/complete$/;
const EXCHANGE = '/api/v1/exchanges';
const END = '/api/v1/requests/end';
/** The statuses by which the server refuses what a completion asks for. */
const REFUSALS: readonly number[] = [404, 409, 422];

const exchanged = z.object({ draft_id: z.int() });
const ended = z.object({ was_done: z.boolean() });
const request = z.object({ path: z.string(), body: z.string() });

/** Returns the journal's topic of a draft's completions. */
export const completionTopic = (draftId: number): string => `completion:${draftId}`;

/** True for a request that completes a sale, alone or in an exchange. */
export const isCompletion = (method: string | undefined, path: string): boolean =>
  method === 'POST' && (path === EXCHANGE || COMPLETE.test(path));

/** True for a completion alone. */
export const isPlain = ({ path }: Pick<SentCompletion, 'path'>): boolean => path !== EXCHANGE;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Returns the draft that a completion is of; null where its body names none. */
function draftOf({ path, body }: Pick<SentCompletion, 'path' | 'body'>): number | null {
  const [, id] = COMPLETE.exec(path) ?? [];
  return id === undefined ? (exchanged.safeParse(parsed(body)).data?.draft_id ?? null) : Number(id);
}

/** Returns the kept completions of a draft, in the order in which they were sent. What an older till kept is left out. */
export const sentOf = (entries: readonly JournalEntry[]): SentCompletion[] =>
  entries.flatMap(({ key, body }) => {
    const { data } = request.safeParse(parsed(body));
    return data ? [{ key, ...data }] : [];
  });

/**
 * Sends completions once, each under a key of its own, and everything else as it is. The same completion keeps its key until it
 * was answered, also after a crash; one that was sent before with something else in it is ended first. A request that names
 * the key of a kept one stands for that.
 */
export function keepCompletions(send: Send, { journal, now }: { journal: Journal; now: () => number }): Send {
  /** The last completion. The same one is sent again under its key, even if the journal does not have it. */
  let last: { body: string; key: string } | null = null;

  const forget = async (key: string) => {
    if (last?.key === key) last = null;
    await journal.forget(key).catch(() => undefined);
  };

  /** Sees to it that an earlier completion is not done later; returns what to answer where it was, or where nobody knows. */
  const end = async (other: SentCompletion, { headers, signal }: RequestInit): Promise<Response | null> => {
    const asking = new Headers(headers);
    asking.delete(KEY);
    const { key, path } = other;
    const body = JSON.stringify({ key, method: 'POST', path });
    const answer = await send(END, { method: 'POST', headers: asking, body, signal: signal ?? null });
    const said: unknown = await answer
      .clone()
      .json()
      .catch(() => null);
    // An older server cannot be asked.
    const isOlder = answer.status === 404 && (said as { code?: unknown } | null)?.code === 'not_found';
    if (!answer.ok && !isOlder) return answer;
    if (ended.safeParse(said).data?.was_done)
      return Response.json(
        { code: COMPLETED_BEFORE, message: 'The sale was completed before' },
        { status: 409 },
      );
    await forget(key);
    return null;
  };

  return async (path, init) => {
    const { method, body: asked } = init;
    const draftId =
      typeof asked === 'string' && isCompletion(method, path) ? draftOf({ path, body: asked }) : null;
    if (draftId === null || typeof asked !== 'string') return send(path, init);
    const about = completionTopic(draftId);
    const headers = new Headers(init.headers);
    const named = headers.get(KEY);
    const kept = sentOf(await journal.list(about).catch(() => []));
    const same = kept.find((one) =>
      named === null ? one.path === path && one.body === asked : one.key === named,
    );
    for (const other of named === null ? kept : []) {
      const answer = other === same ? null : await end(other, init);
      if (answer) return answer;
    }
    const body = JSON.stringify({ path, body: asked });
    const key = same?.key ?? named ?? (last?.body === body ? last.key : crypto.randomUUID());
    last = { body, key };
    // A failing disk does not stop the sale.
    if (!same) await journal.write({ key, about, body, made_at: now() }).catch(() => undefined);
    headers.set(KEY, key);
    const answer = await send(path, { ...init, headers, body: same?.body ?? asked });
    // Nothing of it was done, at a former try either.
    if (REFUSALS.includes(answer.status)) await forget(key);
    return answer;
  };
}
