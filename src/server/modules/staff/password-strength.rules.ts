import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fieldError } from '#contract/errors.ts';
import { PASSWORD_MIN, PASSWORD_TOO_SHORT } from '#contract/staff.ts';
import { isPassword } from './passwords.ts';

const LIST = path.join(import.meta.dirname, 'leaked-passwords.txt');
/** Up to so many digits and signs around a leaked password leave it as easy to guess. */
const DECORATION_MAX = 5;
/** The fewest characters that must remain without names and runs. */
const LEFT_MIN = 4;
const RUN_MIN = 4;
const NAME_MIN = 3;
const DIFFERENT_MIN = 5;

/** Runs of the alphabet, of digits, and of a keyboard. */
const ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
];
const RUNS = ROWS.flatMap((row) => [row, [...row].reverse().join('')]);

/** Signs that stand for letters in disguised passwords. */
const LETTERS: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};
const asLetters = (text: string) => text.replace(/[013457@$!]/g, (sign) => LETTERS[sign] ?? sign);

let leaked: Set<string> | null = null;

function isLeaked(text: string): boolean {
  leaked ??= new Set(
    readFileSync(LIST, 'utf8')
      .split('\n')
      .filter((line) => !line.startsWith('#')),
  );
  return leaked.has(text);
}

/** True for a leaked password, also with a few digits or signs around it or in place of letters. */
function isKnown(password: string): boolean {
  const core = password.replace(/^[^a-z]+|[^a-z]+$/g, '');
  const isDecorated = core.length >= RUN_MIN && password.length - core.length <= DECORATION_MAX;
  const forms = isDecorated ? [password, core] : [password];
  return forms.some((form) => isLeaked(form) || isLeaked(asLetters(form)));
}

function withoutRuns(password: string): string {
  let left = '';
  for (let from = 0; from < password.length;) {
    let length = 1;
    while (
      from + length < password.length &&
      RUNS.some((run) => run.includes(password.slice(from, from + length + 1)))
    ) {
      length += 1;
    }
    if (length < RUN_MIN) left += password.slice(from, from + length);
    from += length;
  }
  return left;
}

/** True for the same few characters over and over: `abcabcabc`, `11112222`. */
const isRepeated = (password: string) =>
  /^(.{1,4})\1+.{0,3}$/.test(password) || new Set(password).size < DIFFERENT_MIN;

function withoutNames(password: string, own: readonly string[]): string {
  const words = own.flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u));
  return words
    .filter((word) => word.length >= NAME_MIN)
    .sort((one, other) => other.length - one.length)
    .reduce((left, word) => left.replaceAll(word, ''), password);
}

/**
 * Says why a password is too easy to guess; null if it is not. `own` are words that anybody may know of its owner:
 * their name, their email, the shop's name.
 */
export function weaknessOf(password: string, own: readonly string[]): string | null {
  if (password.length < PASSWORD_MIN) return PASSWORD_TOO_SHORT;
  const lower = password.toLowerCase();
  if (isRepeated(lower)) return 'This password repeats itself. Mix more characters';
  if (withoutRuns(lower).length < LEFT_MIN) {
    return 'This password is a row of keys or numbers. Choose another one';
  }
  if (withoutRuns(withoutNames(lower, own)).length < LEFT_MIN) {
    return 'This password is mostly a name, an email or the shop. Choose another one';
  }
  if (isKnown(lower)) return 'Many people use this password, and it was leaked. Choose another one';
  return null;
}

type Choice = {
  /** The form's field with the password. */
  field: string;
  own: readonly string[];
  /** The hash of the current password. */
  current?: string | null;
};

/** Refuses, on its field, a password that is too easy to guess, and the current one. */
export async function refuseWeakPassword(password: string, { field, own, current }: Choice): Promise<void> {
  const weakness = weaknessOf(password, own);
  if (weakness !== null) throw fieldError(field, weakness);
  if (current && (await isPassword(password, current))) {
    throw fieldError(field, 'This is the current password. Choose another one');
  }
}
