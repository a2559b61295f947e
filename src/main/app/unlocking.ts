import { createHash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { UnlockAnswer, UnlockProof } from '#bridge/unlocking.ts';
import { log } from './log.ts';
import type { SecretStore } from './secret-store.ts';

/** Wrong tries after which only the server unlocks the till. */
const TRIES = 5;
const NO_MORE = 'Too many wrong tries. The till unlocks again when the server is back';

const KEY_BYTES = 32;
/** 32 MiB, some 100 ms: the file is behind the key store, and a PIN has six digits. */
const SCRYPT = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 2 ** 20 };
const derive = promisify<string, Buffer, number, typeof SCRYPT, Buffer>(scrypt);

type Kind = UnlockProof['kind'];
type Verifier = { salt: string; hash: string };

/** The verifiers of one sign-in, kept as JSON. */
type Kept = {
  /** The hash of the token that it belongs to. */
  session: string;
  wrong: number;
  verifiers: Partial<Record<Kind, Verifier>>;
};

const NAMES: Record<Kind, string> = { password: 'password', pin: 'PIN', badge: 'badge' };

/** The fields of a body that prove who the cashier is, or will do so from now on. */
const SECRETS: Readonly<Record<string, Kind>> = {
  password: 'password',
  current_password: 'password',
  new_password: 'password',
  pin: 'pin',
  badge: 'badge',
};

/** The calls that the server accepts with such a proof, in the order in which a later field replaces an earlier one. */
const PROVING = [
  'POST staff/login',
  'POST staff/switch',
  'POST staff/unlock',
  'POST staff/update-password',
  'PUT staff/me/pin',
];
/** The calls after which a proof is void. */
const VOIDING: Readonly<Record<string, Kind>> = {
  'DELETE staff/me/pin': 'pin',
  'POST staff/me/badge': 'badge',
  'DELETE staff/me/badge': 'badge',
};

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url');

export type Unlocking = {
  /** Keeps a verifier of what the server has just accepted from the cashier; `call` is such as `POST staff/unlock`. */
  accepted: (call: string, body: ArrayBuffer | null) => void;
  /** Checks the cashier's proof while the server cannot be reached. */
  unlock: (proof: UnlockProof) => Promise<UnlockAnswer>;
  /** Forgets all verifiers: the sign-in has ended. */
  forget: () => void;
};

/**
 * Unlocks an idle till for its own cashier while the server cannot be reached, by what the server accepted from them since
 * they signed in. After five wrong tries only the server unlocks it.
 * @param store keeps the verifiers behind the system's key store
 * @param readToken returns the present sign-in's token
 */
export function openUnlocking(store: SecretStore, readToken: () => string | null): Unlocking {
  const read = (): Kept | null => {
    const token = readToken();
    const text = store.read();
    if (token === null || text === null) return null;
    try {
      const kept = JSON.parse(text) as Kept;
      return kept.session === hashOf(token) ? kept : null;
    } catch {
      return null;
    }
  };
  const write = (kept: Kept) => store.write(JSON.stringify(kept));

  const keep = async (secrets: readonly (readonly [Kind, string])[]): Promise<void> => {
    const token = readToken();
    if (token === null) return;
    const verifiers: Kept['verifiers'] = {};
    for (const [kind, secret] of secrets) {
      const salt = randomBytes(16);
      const hash = await derive(secret, salt, KEY_BYTES, SCRYPT);
      verifiers[kind] = { salt: salt.toString('base64url'), hash: hash.toString('base64url') };
    }
    // Another sign-in began meanwhile.
    if (readToken() !== token) return;
    write({ session: hashOf(token), wrong: 0, verifiers: { ...read()?.verifiers, ...verifiers } });
  };

  return {
    accepted: (call, body) => {
      const voided = VOIDING[call];
      const kept = voided && read();
      if (kept) write({ ...kept, verifiers: { ...kept.verifiers, [voided]: undefined } });
      if (PROVING.includes(call)) {
        keep(secretsIn(body)).catch((fault: unknown) => log.error('Unlocking is not prepared:', fault));
      }
    },

    unlock: async ({ kind, secret }) => {
      const kept = read();
      const known = Object.keys(NAMES).filter((name) => kept?.verifiers[name as Kind]) as Kind[];
      if (!kept || known.length === 0) return { reason: 'The server cannot be reached' };
      if (kept.wrong >= TRIES) return { reason: NO_MORE };
      const verifier = kept.verifiers[kind];
      if (!verifier) {
        const others = known.map((name) => NAMES[name]).join(' or ');
        return { reason: `The server cannot be reached. Use your ${others}` };
      }
      // Counted first: a till that is switched off meanwhile has tried.
      write({ ...kept, wrong: kept.wrong + 1 });
      const hash = await derive(secret, Buffer.from(verifier.salt, 'base64url'), KEY_BYTES, SCRYPT);
      if (!timingSafeEqual(hash, Buffer.from(verifier.hash, 'base64url'))) {
        const left = TRIES - kept.wrong - 1;
        if (left === 0) return { reason: NO_MORE };
        const more = left === 1 ? '1 try is left' : `${left} tries are left`;
        return { reason: `This ${NAMES[kind]} is wrong. ${more} without the server` };
      }
      write({ ...(read() ?? kept), wrong: 0 });
      return { reason: null };
    },

    forget: () => store.write(null),
  };
}

function secretsIn(body: ArrayBuffer | null): (readonly [Kind, string])[] {
  let fields: unknown;
  try {
    fields = JSON.parse(new TextDecoder().decode(body ?? undefined));
  } catch {
    return [];
  }
  if (typeof fields !== 'object' || fields === null) return [];
  return Object.entries(SECRETS).flatMap(([field, kind]) => {
    const secret = (fields as Record<string, unknown>)[field];
    return typeof secret === 'string' && secret !== '' ? [[kind, secret] as const] : [];
  });
}
