import { createHash, randomInt, timingSafeEqual } from 'node:crypto';

/** Without characters that are taken for one another. */
const CHARACTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const LENGTH = 8;

/** A code for the set-up, as people read it from the server's log: `K7QM-2RXA`. */
export function makeSetupCode(): string {
  const characters = Array.from({ length: LENGTH }, () => CHARACTERS[randomInt(CHARACTERS.length)]);
  return `${characters.slice(0, LENGTH / 2).join('')}-${characters.slice(LENGTH / 2).join('')}`;
}

const hash = (code: string) =>
  createHash('sha256')
    .update(code.toUpperCase().replace(/[^A-Z0-9]/g, ''))
    .digest();

/** Whether the code is the one; small letters and the hyphen make no difference. */
export const isSetupCode = (given: string, code: string): boolean => timingSafeEqual(hash(given), hash(code));

/** What names a code where guesses at it are counted, without being it. */
export const nameOfCode = (code: string): string => hash(code).toString('base64url').slice(0, 12);
