import type { FoundServer, FoundServers, ServerChoice, ServerLook } from '#bridge/connection.ts';
import { storeDate } from '#domain/store-time.ts';
import type { KeptServer } from '../app/kept-server.ts';
import { log } from '../app/log.ts';
import type { Settings } from '../app/settings.ts';
import { serverTag, tagOfOther } from '../disk/server-tag.ts';
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
import { askForHealth } from './server-health.ts';

const LOOK_LIMIT_MS = 6000;
/** Milliseconds without an answer after which a server is sought elsewhere: longer than it needs to start again. */
const SILENCE_MS = 30_000;
/** Milliseconds between two searches. */
const SEARCH_PAUSE_MS = 60_000;
const NOT_AS_ANNOUNCED =
  'Another certificate is shown there than was announced in this network. Do not connect: ask whoever runs the server';

/** The one backend that the till works with, and what changes it. */
export type ServerConnection = {
  /** The backend of this moment; a request keeps the one that it began with. */
  current: () => Backend;
  look: (url: string) => Promise<ServerLook>;
  find: () => Promise<FoundServers>;
  /** Refuses a server whose certificate is not the announced one. */
  lookAtFound: (found: FoundServer) => Promise<ServerLook>;
  choose: (choice: ServerChoice) => Promise<ServerLook>;
  /** Before a sign-in: asks which shop's the present server is now. That of another shop is another server. */
  checkShop: () => Promise<void>;
  /** Somebody signed in at the present server: keeps it as the till's, with the shop that it says it is of. */
  keep: () => Promise<void>;
  close: () => void;
};

type ServerConnectionDeps = {
  settings: Pick<Settings, 'readServer' | 'readTags' | 'writeServer'>;
  /** This till's version, which may be too old for the server. */
  tillVersion: string;
  /** Ends the sign-in at the old server. */
  signOut: () => void;
  /** The till leaves the shop: drops what it knows of it. */
  forget?: () => void;
  /** Returns why the till must not leave its shop's server, in one sentence; null if it may. */
  whyNotLeave?: () => Promise<string | null>;
  /** Hears that the till works with another address or shop. */
  onChange?: () => void;
  /** Hears that the server of another shop answers at the present address. */
  onOtherShop?: () => void;
  /** Hears at which address the server was found again. */
  onFound?: (url: string) => void;
  /** The trusted authorities as PEM. */
  authorities?: () => string[];
  /** Milliseconds until an address that does not answer is given up. */
  lookLimit?: number;
  /** Asks the network for servers. */
  find?: () => Promise<FoundServers>;
  /** Milliseconds that only go forward. */
  uptime?: () => number;
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
  const {
    forget = () => undefined,
    whyNotLeave = () => Promise.resolve(null),
    onChange = () => undefined,
    onOtherShop = () => undefined,
    onFound = () => undefined,
  } = deps;
  const { find = () => findServers(), uptime = () => performance.now() } = deps;
  let kept = settings.readServer();

  /** A certificate that was compared is the same server's wherever it is shown: a router may have given it another address. */
  const isTrusted = (fingerprint: string | null | undefined) =>
    kept.trusted !== null && kept.trusted.fingerprint === fingerprint;
  /** A server that does not say its shop is known by its certificate or its address. */
  const isOfSameShop = ({ url, trusted, shop }: KeptServer) =>
    kept.shop !== null && shop !== null
      ? kept.shop === shop
      : kept.url === url || isTrusted(trusted?.fingerprint);
  /** The sign-in goes on at it. */
  const isSameServer = (server: KeptServer) =>
    isOfSameShop(server) && (kept.url === server.url || isTrusted(server.trusted?.fingerprint));

  /**
   * The server does not answer any more: looks for it at another address of this network. One that shows the certificate
   * that was compared is followed, and nobody is asked; where there are two, one is a copy.
   */
  const search = async () => {
    const lost = backend;
    const { servers } = await find();
    const found: KeptServer[] = [];
    for (const { url, fingerprint } of servers) {
      if (!isTrusted(fingerprint)) continue;
      const { server } = await examine(url, null, fingerprint);
      if (server && isSameServer(server)) found.push(server);
    }
    const [moved, ...others] = found;
    if (!moved || moved.url === kept.url || backend !== lost) return;
    if (others.length > 0) {
      log.warn('The server was found more than once:', found.map(({ url }) => url).join(', '));
      return;
    }
    log.info(`The server was found at ${moved.url}`);
    await use(moved);
    onFound(moved.url);
  };
  /** When the first of the requests was made that got no answer, and when it was looked for; null while it answers. */
  let silent: { since: number; searchedAt: number } | null = null;
  const noteOutcome = (isAnswered: boolean) => {
    if (isAnswered || kept.trusted === null) {
      silent = null;
      return;
    }
    const now = uptime();
    silent ??= { since: now, searchedAt: -Infinity };
    if (now - silent.since < SILENCE_MS || now - silent.searchedAt < SEARCH_PAUSE_MS) return;
    silent.searchedAt = now;
    search().catch((fault: unknown) => log.warn('The server was not found:', fault));
  };
  const open = () => openBackend(kept, authorities, noteOutcome);
  let backend = open();
  /** The backend that was kept as the till's. */
  let keptAs: Backend | null = null;

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
      const pinned = kept.url === url || isTrusted(shown?.fingerprint) ? kept.trusted : null;
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
    const visited = openBackend({ url, trusted: trusted && pinOf(trusted) }, authorities);
    try {
      const { version, shop, look } = await askForHealth(visited, tillVersion, signal);
      if (look) return refusal(look);
      if (trusted && isUnknown) {
        const valid_to = new Date(trusted.validTo).toISOString();
        return refusal({ state: 'untrusted', url, fingerprint: trusted.fingerprint, valid_to });
      }
      const server = { url, trusted: trusted && pinOf(trusted), shop, is_new: false };
      const is_same = isSameServer(server);
      return {
        look: { state: 'ready', url, version, fingerprint: trusted?.fingerprint ?? null, is_same },
        server,
      };
    } finally {
      visited.leave();
    }
  };

  /** Returns which shop's the present server says it is, null of an older one; null if it does not answer. */
  const askForShop = async (): Promise<Pick<KeptServer, 'shop'> | null> => {
    try {
      const { shop, look } = await askForHealth(backend, tillVersion, AbortSignal.timeout(lookLimit));
      return look ? null : { shop };
    } catch {
      return null;
    }
  };

  const use = async (found: KeptServer) => {
    const isOther = !isSameServer(found);
    const isLeft = !isOfSameShop(found);
    const tag = isLeft ? tagOfOther(found, settings.readTags()) : serverTag(kept);
    const shop = found.shop ?? (isLeft ? null : kept.shop);
    const server = { ...found, shop, tag, is_new: isOther || kept.is_new };
    const end = () => {
      if (isOther) signOut();
      if (isLeft) forget();
    };
    // First, so that the token goes nowhere if something fails later.
    end();
    await settings.writeServer(server);
    // Whoever signed in meanwhile did it at the former one.
    end();
    backend.leave();
    kept = server;
    silent = null;
    backend = open();
    onChange();
  };

  return {
    current: () => backend,
    look: async (url) => (await examine(url, null)).look,
    find,
    lookAtFound: async ({ url, fingerprint }) => (await examine(url, null, fingerprint)).look,
    choose: async ({ url, fingerprint }) => {
      const { look, server } = await examine(url, fingerprint);
      if (!server) return look;
      const reason = isOfSameShop(server) ? null : await whyNotLeave();
      if (reason !== null) return { state: 'refused', url: server.url, reason };
      await use(server);
      return look;
    },
    checkShop: async () => {
      const asked = backend;
      const { shop } = (await askForShop()) ?? kept;
      if (backend !== asked || shop === kept.shop) return;
      if (kept.shop === null || shop === null) {
        kept = { ...kept, shop: shop ?? kept.shop };
        return;
      }
      log.warn('The server of another shop answers at', kept.url);
      await use({ ...kept, shop });
      onOtherShop();
    },
    keep: async () => {
      const asked = backend;
      if (keptAs === asked) return;
      keptAs = asked;
      const said = kept.shop === null ? await askForShop() : kept;
      if (backend !== asked) return;
      // It is asked again at the next call.
      if (!said) keptAs = null;
      kept = { ...kept, shop: said?.shop ?? null, tag: serverTag(kept), is_new: false };
      await settings.writeServer(kept);
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
