import { hash, verify } from '@node-rs/argon2';

/** Argon2id, 19 MiB, 2 passes (OWASP's first recommendation). */
const STRENGTH = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** More at once would let a flood of sign-ins eat the machine's memory. */
const AT_ONCE = 4;

let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) await new Promise<void>((resume) => waiting.push(resume));
  else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** Hashes a password for storage. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, STRENGTH));
}

let dummy: Promise<string> | null = null;

/** True if a password matches the hash; an unknown account (null) takes as long and never matches. */
export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  dummy ??= hashPassword('nobody has this password');
  const against = passwordHash ?? (await dummy);
  const matches = await inTurn(() => verify(against, password));
  return matches && passwordHash !== null;
}
