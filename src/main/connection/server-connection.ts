import { z } from 'zod';
import type { FoundServer, FoundServers, ServerChoice, ServerLook } from '#bridge/connection.ts';
import { storeDate } from '#domain/store-time.ts';
import { isOlder, isVersion } from '#domain/version.ts';
import type { KeptServer } from '../app/kept-server.ts';
import type { Settings } from '../app/settings.ts';
import { type Backend, openBackend } from './backend.ts';
import {
  askForCertificate,
  type ShownCertificate,
  systemAuthorities,
  type TrustedCertificate,
  verificationOf,
} from './certificates.ts';
import { findServers } from './find-servers.ts';
import { readServerAddress } from './server-address.ts';
import { lookFault } from './server-faults.ts';

const ANSWER_LIMIT_BYTES = 64 * 1024;

const version = z.string().refine(isVersion);
/** Parsed loosely: a newer server may send more. */
const health = z.looseObject({ status: z.literal('ok'), version, oldest_client: version });

type ServerHealth =
  | { version: string; look: null }
  /** The reason why it must not, or cannot, be used. */
  | { version: null; look: Extract<ServerLook, { state: 'refused' | 'unreachable' | 'till_too_old' }> };

/**
 * Asks a server for its health, without the till's own version: a server tells even an old till which tills it serves.
 * @throws what fetch throws if nothing answers
 */
async function askForHealth(
  { url, fetch }: Pick<Backend, 'url' | 'fetch'>,
  tillVersion: string,
  signal: AbortSignal,
): Promise<ServerHealth> {
  const answer = await fetch(new URL('/api/v1/health', url), { redirect: 'manual', signal });
  const instead = (reason: string, state: 'refused' | 'unreachable' = 'refused') =>
    ({ version: null, look: { state, url, reason } }) as const;
  if (answer.status >= 300 && answer.status < 400) {
    await answer.body?.cancel();
    return instead(
      `This address leads elsewhere${target(answer, url)}. Use the address of the server itself`,
    );
  }
  if ([502, 503, 504].includes(answer.status)) {
    await answer.body?.cancel();
    return instead('Something answers there, but the server behind it is not running', 'unreachable');
  }
  const said = health.safeParse(await readJson(answer));
  if (!answer.ok || !said.success) return instead('There is no Tindahan server at this address');
  const { version, oldest_client } = said.data;
  if (!isOlder(tillVersion, oldest_client)) return { version, look: null };
  return {
    version: null,
    look: { state: 'till_too_old', url, version, oldest_client, till_version: tillVersion },
  };
}

function target({ headers }: Response, url: string): string {
  const location = headers.get('location');
  return location && URL.canParse(location, url) ? `, to ${new URL(location, url).origin}` : '';
}

/** Returns the answer's JSON; null for anything else, and for more than a Tindahan server sends. */
async function readJson(answer: Response): Promise<unknown> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of answer.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (text.length > ANSWER_LIMIT_BYTES) return null;
  }
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const LOOK_LIMIT_MS = 6000;
const NOT_AS_ANNOUNCED =
  'Another certificate is shown there than was announced in this network. Do not connect: ask whoever runs the server';

/** The one backend that the till works with, and the calls that change it. */
export type ServerConnection = {
  /** The backend of this moment; a request keeps the one that it began with. */
  current: () => Backend;
  look: (url: string) => Promise<ServerLook>;
  find: () => Promise<FoundServers>;
  /** Refuses a server whose certificate is not the announced one. */
  lookAtFound: (found: FoundServer) => Promise<ServerLook>;
  choose: (choice: ServerChoice) => Promise<ServerLook>;
  close: () => void;
};

type ServerConnectionDeps = {
  settings: Pick<Settings, 'readServer' | 'writeServer'>;
  /** This till's version, which may be too old for the server. */
  tillVersion: string;
  /** Ends the sign-in at the old server and drops what the till knows of that server. */
  signOut: () => void;
  /** Returns why the till must not leave its server, in one sentence; null if it may. */
  whyNotLeave?: () => Promise<string | null>;
  /** The trusted authorities as PEM. */
  authorities?: () => string[];
  /** Milliseconds until an address that does not answer is given up. */
  lookLimit?: number;
};

/** The result of a look at an address, and the settings to keep if it is chosen; null if it cannot be. */
type Found = { look: ServerLook; server: KeptServer | null };

/** The verdict on a certificate: valid, trusted here, unknown; or the reason why it is refused. */
type Verdict =
  | { state: 'vouched' | 'trusted' | 'unknown' }
  | { state: 'changed'; trusted: string }
  | { state: 'refused'; reason: string };

export function openServerConnection(deps: ServerConnectionDeps): ServerConnection {
  const { settings, tillVersion, signOut, authorities = systemAuthorities, lookLimit = LOOK_LIMIT_MS } = deps;
  const { whyNotLeave = () => Promise.resolve(null) } = deps;
  let kept = settings.readServer();
  let backend = openBackend(kept, authorities);

  /** @param accepted the fingerprint that was compared just now; `announced` is the one that the network told */
  const examine = async (
    typed: string,
    accepted: string | null,
    announced: string | null = null,
  ): Promise<Found> => {
    const { url, reason } = readServerAddress(typed);
    if (url === null) return refusal({ state: 'refused', url: typed, reason });
    const address = new URL(url);
    const signal = AbortSignal.timeout(lookLimit);
    try {
      const isSecure = address.protocol === 'https:';
      const shown = isSecure ? await askForCertificate(address, contextFor(authorities), signal) : null;
      if (announced !== null && shown?.fingerprint !== announced) {
        return refusal({ state: 'refused', url, reason: NOT_AS_ANNOUNCED });
      }
      const pinned = kept.url === url ? kept.trusted : null;
      const verdict: Verdict = shown ? judge(shown, pinned, accepted) : { state: 'vouched' };
      if (verdict.state === 'refused') return refusal({ ...verdict, url });
      const { fingerprint = null } = shown ?? {};
      if (verdict.state === 'changed') return refusal({ ...verdict, url, fingerprint: fingerprint ?? '' });
      const isPinned = verdict.state !== 'vouched';
      return await meet({ url, trusted: isPinned ? shown : null }, verdict.state === 'unknown', signal);
    } catch (fault) {
      return refusal({ ...lookFault(fault, address), url });
    }
  };

  /** Connects to a server whose certificate was looked at; health is public, so nothing is given away. */
  const meet = async (
    { url, trusted }: { url: string; trusted: ShownCertificate | null },
    isUnknown: boolean,
    signal: AbortSignal,
  ): Promise<Found> => {
    const server = { url, trusted: trusted && pinOf(trusted) };
    const visited = openBackend(server, authorities);
    try {
      const { version, look } = await askForHealth(visited, tillVersion, signal);
      if (look) return refusal(look);
      if (trusted && isUnknown) {
        const valid_to = new Date(trusted.validTo).toISOString();
        return refusal({ state: 'untrusted', url, fingerprint: trusted.fingerprint, valid_to });
      }
      return { look: { state: 'ready', url, version, fingerprint: trusted?.fingerprint ?? null }, server };
    } finally {
      visited.leave();
    }
  };

  const use = async (server: KeptServer) => {
    // First, so that the token goes nowhere if something fails later. A compared certificate at the same address is the
    // same server's, and its sign-in goes on.
    const isOther = server.url !== kept.url;
    if (isOther) signOut();
    await settings.writeServer(server);
    // Whoever signed in meanwhile did it at the former one.
    if (isOther) signOut();
    backend.leave();
    kept = server;
    backend = openBackend(kept, authorities);
  };

  return {
    current: () => backend,
    look: async (url) => (await examine(url, null)).look,
    find: () => findServers(),
    lookAtFound: async ({ url, fingerprint }) => (await examine(url, null, fingerprint)).look,
    choose: async ({ url, fingerprint }) => {
      const { look, server } = await examine(url, fingerprint);
      if (!server) return look;
      const reason = server.url === kept.url ? null : await whyNotLeave();
      if (reason !== null) return { state: 'refused', url: server.url, reason };
      await use(server);
      return look;
    },
    close: () => backend.leave(),
  };
}

const refusal = (look: ServerLook): Found => ({ look, server: null });
const contextFor = (authorities: () => string[]) => verificationOf(null, authorities).secureContext;
const pinOf = ({ fingerprint, certificate }: ShownCertificate): TrustedCertificate => ({
  fingerprint,
  certificate,
});

function judge(shown: ShownCertificate, pinned: TrustedCertificate | null, accepted: string | null): Verdict {
  const outOfTime = timeFault(shown);
  if (outOfTime) return { state: 'refused', reason: outOfTime };
  if (pinned?.fingerprint === shown.fingerprint) return { state: 'trusted' };
  const isAccepted = accepted === shown.fingerprint;
  if (pinned && !isAccepted) return { state: 'changed', trusted: pinned.fingerprint };
  if (shown.fault === null) return { state: 'vouched' };
  if (shown.fault === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    const reason = 'The certificate there belongs to another address. Use the address that it was made for';
    return { state: 'refused', reason };
  }
  return { state: isAccepted ? 'trusted' : 'unknown' };
}

/** Certificates hold by this computer's clock, as for every other program on it. */
function timeFault({ validFrom, validTo }: ShownCertificate): string | null {
  const day = (instant: number) => storeDate(instant, 'UTC');
  const now = Date.now();
  if (now > validTo) return `The server’s certificate expired on ${day(validTo)}. The server needs a new one`;
  if (now >= validFrom) return null;
  return `The server’s certificate holds from ${day(validFrom)} only. Check the date of this computer`;
}
