import { hash } from '@node-rs/argon2';
import type { Database } from '#server/db/access.ts';
import { DEMO_PASSWORD } from './http.ts';

/** Argon2id's cheapest parameters: a sign-in that costs nothing, for tests of other subjects. */
const LEAST = { algorithm: 2, memoryCost: 8, timeCost: 1, parallelism: 1 } as const;

/** Hashes the demo shop's password with them, as no server would; the server reads the parameters from the hash. */
export const hashQuickly = () => hash(DEMO_PASSWORD, LEAST);

/** Lets all people of a demo shop sign in quickly. */
export async function giveQuickPasswords(database: Database): Promise<void> {
  const password_hash = await hashQuickly();
  await database.write((writer) => writer.updateTable('staff').set({ password_hash }).execute());
}
