import type { ServerChoice, ServerLook } from '#bridge/connection.ts';
import { storeDate } from '#domain/store-time.ts';
import type { KeptServer } from '../app/kept-server.ts';
import type { Settings } from '../app/settings.ts';
import { openBackend, type Backend } from './backend.ts';
import {
  askForCertificate,
  systemAuthorities,
  verificationOf,
  type ShownCertificate,
  type TrustedCertificate,
} from './certificates.ts';
import { readServerAddress } from './server-address.ts';
import { lookFault } from './server-faults.ts';
import { askForHealth } from './server-health.ts';

const LOOK_LIMIT_MS = 6000;

/** The one backend that the till works with, and how it is changed. */
export type ServerConnection = {
  /** The backend of this moment; a request keeps to the one that it began with. */
  current: () => Backend;
  look: (url: string) => Promise<ServerLook>;
  choose: (choice: ServerChoice) => Promise<ServerLook>;
  close: () => void;
};

export type ServerConnectionDeps = {
  settings: Pick<Settings, 'readServer' | 'writeServer'>;
  /** This till's version, which the server may be too new for. */
  tillVersion: string;
  /** The sign-in at the old server ends, and what the till knows of that server is of no use any more. */
  signOut: () => void;
  /** Who may vouch for a certificate, as PEM. */
  authorities?: () => string[];
  /** Milliseconds until an address that does not answer is given up. */
  lookLimit?: number;
};

/** What was found at an address, and what is kept of it when it is chosen; null where it cannot be. */
type Found = { look: ServerLook; server: KeptServer | null };

/** What a certificate is worth: vouched for, trusted by somebody here, unknown; or why it is refused. */
type Verdict =
  | { state: 'vouched' | 'trusted' | 'unknown' }
  | { state: 'changed'; trusted: string }
  | { state: 'refused'; reason: string };

export function openServerConnection(deps: ServerConnectionDeps): ServerConnection {
  const { settings, tillVersion, signOut, authorities = systemAuthorities, lookLimit = LOOK_LIMIT_MS } = deps;
  let kept = settings.readServer();
  let backend = openBackend(kept, authorities);

  /** @param accepted the fingerprint that somebody compared just now */
  const examine = async (typed: string, accepted: string | null): Promise<Found> => {
    const { url, reason } = readServerAddress(typed);
    if (url === null) return refusal({ state: 'refused', url: typed, reason });
    const address = new URL(url);
    const signal = AbortSignal.timeout(lookLimit);
    try {
      const isSecure = address.protocol === 'https:';
      const shown = isSecure ? await askForCertificate(address, contextFor(authorities), signal) : null;
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

  /** Speaks to a server whose certificate was looked at; health is public, so nothing is given away. */
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

  const use = (server: KeptServer) => {
    // First of all: whatever fails afterwards, the token has gone nowhere. At the same address a certificate that
    // somebody compared is the same server's, and who sells there goes on.
    if (server.url !== kept.url) signOut();
    settings.writeServer(server);
    backend.leave();
    kept = server;
    backend = openBackend(kept, authorities);
  };

  return {
    current: () => backend,
    look: async (url) => (await examine(url, null)).look,
    choose: async ({ url, fingerprint }) => {
      const { look, server } = await examine(url, fingerprint);
      if (server) use(server);
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
