import { hash } from '@node-rs/argon2';
import type { Database } from '#server/db/access.ts';
import { DEMO_PASSWORD } from './http.ts';

/** The least that Argon2id can do: a sign-in that costs nothing, where sign-ins are not what is tested. */
const LEAST = { algorithm: 2, memoryCost: 8, timeCost: 1, parallelism: 1 } as const;

/** The demo shop's password, hashed as no server would; the server reads from it how it was hashed. */
export const hashQuickly = () => hash(DEMO_PASSWORD, LEAST);

/** Lets everybody of a demo shop sign in quickly. */
export async function giveQuickPasswords(database: Database): Promise<void> {
  const password_hash = await hashQuickly();
  await database.write((writer) => writer.updateTable('staff').set({ password_hash }).execute());
}
