import { hash, verify } from '@node-rs/argon2';
import { availableParallelism } from 'node:os';
import { makeHashTurns } from './hash-turns.ts';

/** Argon2id, 19 MiB, 2 passes (OWASP's first recommendation). */
const STRENGTH = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** Threads of libuv's pool: hashes that filled it would hold files, name look-ups and compression back, too. */
const POOL = 4;

const inTurn = makeHashTurns({ atOnce: Math.min(availableParallelism(), POOL - 1), waitingMax: 128 });

/** Hashes a password for storage. 503 `busy` while too many wait. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(true, () => hash(password, STRENGTH));
}

let dummy: Promise<string> | null = null;

type Turn = {
  /** False for a password from a place that the shop does not know. */
  isKnown?: boolean;
  /** The account and place that wait; each gets one turn before any gets a second. */
  who?: string;
  /** Runs before the password is looked at; what it throws is the answer. */
  atTurn?: () => Promise<void>;
};

/**
 * True if a password matches the hash; an unknown account (null) takes as long and never matches. 503 `busy` while too many
 * wait.
 */
export async function isPassword(
  password: string,
  passwordHash: string | null,
  { isKnown = true, who = '', atTurn = () => Promise.resolve() }: Turn = {},
): Promise<boolean> {
  dummy ??= hash('nobody has this password', STRENGTH);
  const against = passwordHash ?? (await dummy);
  const verified = async () => {
    await atTurn();
    return verify(against, password);
  };
  const matches = await inTurn(isKnown, verified, who);
  return matches && passwordHash !== null;
}
