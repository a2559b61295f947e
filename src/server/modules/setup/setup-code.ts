import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Reader } from '../../db/access.ts';
import { shopKey } from '../../db/shop-key.ts';

/** Without look-alike characters. */
const CHARACTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const LENGTH = 8;

/** Returns the set-up code, which people read in a server's log, and which all servers of the shop print: `K7QM-2RXA`. */
export async function setupCodeOf(reader: Reader): Promise<string> {
  const bytes = createHmac('sha256', await shopKey(reader))
    .update('set-up code')
    .digest();
  const characters = [...bytes.subarray(0, LENGTH)].map((byte) => CHARACTERS[byte % CHARACTERS.length]);
  return `${characters.slice(0, LENGTH / 2).join('')}-${characters.slice(LENGTH / 2).join('')}`;
}

const hash = (code: string) =>
  createHash('sha256')
    .update(code.toUpperCase().replace(/[^A-Z0-9]/g, ''))
    .digest();

/** True if a code matches; case and the hyphen are ignored. */
export const isSetupCode = (given: string, code: string): boolean => timingSafeEqual(hash(given), hash(code));

/** Identifies a code in the count of failed guesses without revealing it. */
export const nameOfCode = (code: string): string => hash(code).toString('base64url').slice(0, 12);
