import { Agent, fetch as fetchBy } from 'undici';
import type { KeptServer } from '../app/kept-server.ts';
import { verificationOf } from './certificates.ts';

/** One server, for as long as the till works with it. */
export type Backend = {
  /** Its address, such as `https://192.168.1.10:4100`. */
  url: string;
  /** Reaches it only as it is set up: with a certificate that is vouched for, or the trusted one. */
  fetch: typeof fetch;
  /** False once the till works with another server: what this one still answers must change nothing. */
  isCurrent: () => boolean;
};

/** A backend that can be left: what is under way fails, and its connections are closed. */
export type OpenBackend = Backend & { leave: () => void };

/** @param authorities who may vouch for a certificate, as PEM; asked only where none is trusted by itself */
export function openBackend({ url, trusted }: KeptServer, authorities: () => string[]): OpenBackend {
  const connect = url.startsWith('https:') ? verificationOf(trusted, authorities) : {};
  const dispatcher = new Agent({ connect, allowH2: false });
  let current = true;
  // A fetch and an agent of one undici: Node's own fetch takes no agent of another version.
  const fetchHere = (input: URL, init?: object) => fetchBy(input, { ...init, dispatcher });
  return {
    url,
    fetch: fetchHere as unknown as typeof fetch,
    isCurrent: () => current,
    leave: () => {
      current = false;
      void dispatcher.destroy();
    },
  };
}
