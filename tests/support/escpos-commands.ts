// Finds the ends of ESC/POS commands, written after Epson's ESC/POS reference, without code of the encoder.

const DLE = 0x10;
const ESC = 0x1b;
const FS = 0x1c;
const GS = 0x1d;

const number = (low: number | undefined, high: number | undefined) => (low ?? 0) + (high ?? 0) * 256;

/** The number of parameters after the letter of a command. */
const parameters: Record<number, Record<string, number>> = {
  [DLE]: { '\u0004': 1 },
  [ESC]: { '@': 0, M: 1, a: 1, t: 1, E: 1, p: 3, '2': 0, '3': 1, d: 1, J: 1 },
  [FS]: { '.': 0 },
  [GS]: { '!': 1, r: 1, a: 1, L: 2 },
};

/**
 * Returns the length of the command or letter at a position; null if it is incomplete. An unknown command is an error, as
 * a printer would print it as garbage.
 */
export function commandLength(bytes: Uint8Array, at: number): number | null {
  const first = bytes[at];
  if (first === undefined) return null;
  const known = parameters[first];
  if (!known) return 1;
  const letter = bytes[at + 1];
  if (letter === undefined) return null;
  const length = lengthOf(known, first, letter, bytes.subarray(at, at + 8));
  if (length === null) return null;
  return at + length <= bytes.length ? length : null;
}

function lengthOf(
  known: Record<string, number>,
  first: number,
  letter: number,
  head: Uint8Array,
): number | null {
  const name = String.fromCharCode(letter);
  const fixed = known[name];
  if (fixed !== undefined) return 2 + fixed;
  if (first === GS && name === 'V') {
    if (head[2] === undefined) return null;
    return head[2] >= 65 ? 4 : 3;
  }
  if (first === GS && name === '(') return head.length < 5 ? null : 5 + number(head[3], head[4]);
  if (first === GS && name === 'v') {
    return head.length < 8 ? null : 8 + number(head[4], head[5]) * number(head[6], head[7]);
  }
  throw new Error(`unknown command ${first} ${letter}`);
}
