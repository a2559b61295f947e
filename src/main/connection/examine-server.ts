import type { ServerLook } from '#bridge/connection.ts';
import { storeDate } from '#domain/store-time.ts';
import type { KeptServer } from '../app/kept-server.ts';
import { openBackend } from './backend.ts';
import {
  askForCertificate,
  type ShownCertificate,
  type TrustedCertificate,
  verificationOf,
} from './certificates.ts';
import { isSameServer, isTrustedCertificate } from './same-server.ts';
import { readServerAddress } from './server-address.ts';
import { lookFault } from './server-faults.ts';
import { askForHealth } from './server-health.ts';

const NOT_AS_ANNOUNCED =
  'Another certificate is shown there than was announced in this network. Do not connect: ask whoever runs the server';

/** The result of a look at an address, and the settings to keep if it is chosen; null if it cannot be. */
export type Examined = { look: ServerLook; server: KeptServer | null };

/** The verdict on a certificate: valid, trusted here, unknown; or the reason why it is refused. */
type Verdict =
  | { state: 'vouched' | 'trusted' | 'unknown' }
  | { state: 'changed'; trusted: string }
  | { state: 'refused'; reason: string };

type Examination = {
  /** The till's present server. */
  kept: KeptServer;
  /** The fingerprint that somebody compared just now. */
  accepted?: string | null;
  /** The fingerprint that the network told. */
  announced?: string | null;
  tillVersion: string;
  /** The trusted authorities as PEM. */
  authorities: () => string[];
  /** Milliseconds until an address that does not answer is given up. */
  lookLimit: number;
};

/** Looks at the server behind an address: its certificate first, then its health. Sends nothing that is not public. */
export async function examineServer(typed: string, examination: Examination): Promise<Examined> {
  const { kept, accepted = null, announced = null, authorities, lookLimit } = examination;
  const { url, reason } = readServerAddress(typed);
  if (url === null) return refusal({ state: 'refused', url: typed, reason });
  const address = new URL(url);
  const signal = AbortSignal.timeout(lookLimit);
  try {
    const isSecure = address.protocol === 'https:';
    const { secureContext } = verificationOf(null, authorities);
    const shown = isSecure ? await askForCertificate(address, secureContext, signal) : null;
    if (announced !== null && shown?.fingerprint !== announced) {
      return refusal({ state: 'refused', url, reason: NOT_AS_ANNOUNCED });
    }
    const isPinnedHere = kept.url === url || isTrustedCertificate(kept, shown?.fingerprint);
    const verdict: Verdict = shown
      ? judge(shown, isPinnedHere ? kept.trusted : null, accepted)
      : { state: 'vouched' };
    if (verdict.state === 'refused') return refusal({ ...verdict, url });
    const { fingerprint = null } = shown ?? {};
    if (verdict.state === 'changed') return refusal({ ...verdict, url, fingerprint: fingerprint ?? '' });
    const isPinned = verdict.state !== 'vouched';
    const met = { url, trusted: isPinned ? shown : null, isUnknown: verdict.state === 'unknown' };
    return await meet(met, examination, signal);
  } catch (fault) {
    return refusal({ ...lookFault(fault, address), url });
  }
}

/** Asks a server whose certificate was looked at for its health. */
async function meet(
  { url, trusted, isUnknown }: { url: string; trusted: ShownCertificate | null; isUnknown: boolean },
  { kept, tillVersion, authorities }: Examination,
  signal: AbortSignal,
): Promise<Examined> {
  const visited = openBackend({ url, trusted: trusted && pinOf(trusted) }, authorities);
  try {
    const { version, shop, look } = await askForHealth(visited, tillVersion, signal);
    if (look) return refusal(look);
    if (trusted && isUnknown) {
      const valid_to = new Date(trusted.validTo).toISOString();
      return refusal({ state: 'untrusted', url, fingerprint: trusted.fingerprint, valid_to });
    }
    const server = { url, trusted: trusted && pinOf(trusted), shop, is_new: false };
    const is_same = isSameServer(kept, server);
    return {
      look: { state: 'ready', url, version, fingerprint: trusted?.fingerprint ?? null, is_same },
      server,
    };
  } finally {
    visited.leave();
  }
}

const refusal = (look: ServerLook): Examined => ({ look, server: null });
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
