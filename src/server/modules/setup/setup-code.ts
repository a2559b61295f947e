import { createHash, randomInt, timingSafeEqual } from 'node:crypto';

/** Without look-alike characters. */
const CHARACTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const LENGTH = 8;

/** Makes a set-up code, which people read in the server's log: `K7QM-2RXA`. */
export function makeSetupCode(): string {
  const characters = Array.from({ length: LENGTH }, () => CHARACTERS[randomInt(CHARACTERS.length)]);
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
