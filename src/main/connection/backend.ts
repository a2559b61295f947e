import { Agent, fetch as fetchBy } from 'undici';
import type { KeptServer } from '../app/kept-server.ts';
import { serverTag } from '../disk/server-tag.ts';
import { verificationOf } from './certificates.ts';

/** One server, while the till works with it. */
export type Backend = {
  /** Its address, such as `https://192.168.1.10:4100`. */
  url: string;
  /** The part of its file names on this till that tells it from other servers. */
  tag: string;
  /** Fetches from this server alone, checked by a known authority or the trusted certificate. */
  fetch: typeof fetch;
  /** False once the till works with another server: later answers of this one must change nothing. */
  isCurrent: () => boolean;
};

/** A backend that can be left: leaving fails open requests and closes its connections. */
type OpenBackend = Backend & { leave: () => void };

/**
 * @param authorities returns the trusted authorities as PEM; called only if no certificate is trusted by itself
 * @param onOutcome hears of each request, while it is current, if it got an answer
 */
export function openBackend(
  server: Pick<KeptServer, 'url' | 'trusted' | 'tag'>,
  authorities: () => string[],
  onOutcome: (isAnswered: boolean) => void = () => undefined,
): OpenBackend {
  const { url, trusted } = server;
  const connect = url.startsWith('https:') ? verificationOf(trusted, authorities) : {};
  const dispatcher = new Agent({ connect, allowH2: false });
  let current = true;
  // A fetch and an agent of one undici: Node's own fetch takes no agent of another version.
  const fetchHere = async (input: URL, init?: object) => {
    try {
      const answer = await fetchBy(input, { ...init, dispatcher });
      if (current) onOutcome(true);
      return answer;
    } catch (fault) {
      if (current) onOutcome(false);
      throw fault;
    }
  };
  return {
    url,
    tag: serverTag(server),
    fetch: fetchHere as unknown as typeof fetch,
    isCurrent: () => current,
    leave: () => {
      current = false;
      void dispatcher.destroy();
    },
  };
}
