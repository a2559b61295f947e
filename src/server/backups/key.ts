import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';

/** The key of a shop's backups: `identity` opens them, `recipient` closes them. */
export type BackupKey = { identity: string; recipient: string };

const IDENTITY = /AGE-SECRET-KEY-1[02-9AC-HJ-NP-Z]{58}/i;

/** Reads a key from what somebody typed or a file holds; throws in words if there is none. */
export async function readKey(text: string): Promise<BackupKey> {
  const identity = IDENTITY.exec(text.replaceAll(/\s/g, ''))?.[0].toUpperCase();
  const refusal = 'This is not a key of backups. It begins with AGE-SECRET-KEY-1 and has 74 characters.';
  if (!identity) throw new Error(refusal);
  try {
    return { identity, recipient: await identityToRecipient(identity) };
  } catch (error) {
    throw new Error(refusal, { cause: error });
  }
}

/** Returns the key that a data folder keeps, and makes one for a new shop. */
export async function keyOf(folder: string): Promise<BackupKey> {
  const file = path.join(folder, 'key.txt');
  if (existsSync(file)) return readKey(readFileSync(file, 'utf8'));
  const identity = await generateX25519Identity();
  writeFileSync(file, `${identity}\n`, { mode: 0o600, flush: true });
  return { identity, recipient: await identityToRecipient(identity) };
}
