import { Agent, errors, fetch as fetchBy } from 'undici';
import { SHOP_ID_HEADER } from '#contract/headers.ts';
import { FIRST_MARKED, sourceOf } from '#bridge/shop-mark.ts';
import { isOlder } from '#domain/version.ts';
import type { KeptServer } from '../app/kept-server.ts';
import { serverTag } from '../disk/server-tag.ts';
import { verificationOf } from './certificates.ts';
import { NotTheShop } from './server-faults.ts';
import { HEALTH_PATH, readHealth, readText } from './server-health.ts';

/** Milliseconds for the question whose server this is. */
const MEETING_LIMIT_MS = 10_000;
/** Milliseconds after which a request that the page gives up has waited in vain: a page that is left gives up sooner. */
const IN_VAIN_MS = 1000;

/** One server, while the till works with it. */
export type Backend = {
  /** Its address, such as `https://192.168.1.10:4100`. */
  url: string;
  /** The part of its file names on this till that tells it from other servers. */
  tag: string;
  /**
   * Fetches from this server alone, checked by a known authority or the trusted certificate, without redirects. Nothing is sent
   * before an answer with the shop's mark was seen since the last failure: until then the server is asked for its health first.
   * @throws NotTheShop for an answer that is not the shop's: what was asked may have been done or not
   */
  fetch: typeof fetch;
  /** False once the till works with another server: later answers of this one must change nothing. */
  isCurrent: () => boolean;
};

/** A backend as its connection holds it. */
export type OpenBackend = Backend & {
  /** Sends a request without secrets, and returns what any server answers. */
  ask: typeof fetch;
  /** Fails open requests and closes the connections. */
  leave: () => void;
};

type Watching = {
  /** Returns the id of the shop that must answer; null while any may. */
  shop?: () => string | null;
  /** Hears of each request, while the backend is current, if the shop answered. */
  onOutcome?: (isAnswered: boolean) => void;
};

/** @param authorities returns the trusted authorities as PEM; called only if no certificate is trusted by itself */
export function openBackend(
  server: Pick<KeptServer, 'url' | 'trusted' | 'tag'>,
  authorities: () => string[],
  { shop = () => null, onOutcome = () => undefined }: Watching = {},
): OpenBackend {
  const { url, trusted } = server;
  const connect = url.startsWith('https:') ? verificationOf(trusted, authorities) : {};
  const agent = new Agent({ connect, allowH2: false });
  let current = true;
  /** True while the last answer was the shop's. */
  let isKnown = false;
  /** False of a server that is older than the mark. */
  let marks = true;
  let meeting: Promise<void> | null = null;
  // The server, or what is before it, closed a connection: another one may be there by the next.
  agent.on('disconnect', (_origin, _clients, fault) => {
    if (!isOwnDoing(fault)) isKnown = false;
  });

  const note = (isAnswered: boolean) => {
    if (current) onOutcome(isAnswered);
  };
  // A fetch and an agent of one undici: Node's own fetch takes no agent of another version.
  const send = async (input: URL, init: RequestInit = {}): Promise<Response> => {
    const began = performance.now();
    try {
      const options = { ...init, redirect: 'manual', dispatcher: agent } as object;
      return (await fetchBy(input, options)) as unknown as Response;
    } catch (fault) {
      if (!isOwnDoing(fault) || performance.now() - began >= IN_VAIN_MS) isKnown = false;
      note(false);
      throw fault;
    }
  };
  const refuse = (source: 'other-shop' | 'unknown'): never => {
    isKnown = false;
    note(false);
    throw new NotTheShop(source);
  };
  const take = async (answer: Response): Promise<Response> => {
    const source = await sourceOf(answer, { shop: shop(), marks });
    if (source !== 'shop') {
      // The connection is free for the next request once the body is gone.
      await answer.body?.cancel().catch(() => undefined);
      return refuse(source);
    }
    if (answer.headers.has(SHOP_ID_HEADER)) marks = true;
    isKnown = true;
    note(true);
    return answer;
  };
  const meet = async (): Promise<void> => {
    const signal = AbortSignal.timeout(MEETING_LIMIT_MS);
    const { status, headers, body } = await send(new URL(HEALTH_PATH, url), { signal });
    // Read to its end, so that the connection serves the next request.
    const text = await readText(body);
    const answer = () => new Response(text, { status, headers });
    const health = headers.has(SHOP_ID_HEADER) ? null : await readHealth(answer());
    marks = !(health && isOlder(health.version, FIRST_MARKED));
    const [expected, said] = [shop(), health?.shop_id ?? null];
    if (!marks && expected !== null && said !== null && said !== expected) refuse('other-shop');
    await take(answer());
  };
  const fetchKnown = async (input: URL, init: RequestInit = {}): Promise<Response> => {
    if (!isKnown) {
      meeting ??= meet().finally(() => {
        meeting = null;
      });
      await untilAborted(meeting, init.signal);
    }
    return take(await send(input, init));
  };
  return {
    url,
    tag: serverTag(server),
    fetch: fetchKnown as typeof fetch,
    ask: send as typeof fetch,
    isCurrent: () => current,
    leave: () => {
      current = false;
      void agent.destroy();
    },
  };
}

/** True of an unused connection that the till closed, and of a request that its page gave up. */
const isOwnDoing = (fault: unknown): boolean =>
  fault instanceof errors.InformationalError || (fault as Error).name === 'AbortError';

/** Waits for work that others wait for, too: the signal ends the waiting, not the work. */
async function untilAborted(work: Promise<void>, signal: AbortSignal | null | undefined): Promise<void> {
  signal?.throwIfAborted();
  if (!signal) return work;
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason as Error);
  signal.addEventListener('abort', abort, { once: true });
  try {
    await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
