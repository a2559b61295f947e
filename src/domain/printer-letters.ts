// Letters on paper: what printers' code pages lack, and the room that a letter takes.

const LATIN = /^[\x20-\x7e\u00a0-\u00ff€]$/;
const PLAIN = /^[\x20-\u02ff]*$/;
/** Scripts and signs that are as wide as two Latin letters. Source: Unicode, East Asian Width. */
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]|\ufe0f|\p{Emoji_Presentation}/u;

/** Substitutes for letters that a code page may lack. */
const lookalikes: Record<string, string> = {
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '−': '-',
  '•': '*',
  '…': '.',
  '\u20b1': 'P',
  '§': 'S',
  '¶': 'P',
};

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Splits a text into letters as a reader sees them: an accent belongs to its letter, and a sign may be of several codes. */
export function lettersOf(text: string): string[] {
  if (PLAIN.test(text)) return [...text];
  return Array.from(segmenter.segment(text.normalize('NFC')), ({ segment }) => segment);
}

/** Returns the columns of a letter on paper of fixed columns. */
export const letterColumns = (letter: string): 1 | 2 => (WIDE.test(letter) ? 2 : 1);

/** Returns the columns of a text. */
export function textColumns(text: string): number {
  if (PLAIN.test(text)) return text.length;
  return lettersOf(text).reduce((sum, letter) => sum + letterColumns(letter), 0);
}

/** Splits a text before the letter with which it becomes wider than `columns`. */
export function cutText(text: string, columns: number): [string, string] {
  if (PLAIN.test(text)) return [text.slice(0, columns), text.slice(columns)];
  let start = '';
  const letters = lettersOf(text);
  while (letters[0] !== undefined && textColumns(start + letters[0]) <= columns) start += letters.shift();
  // A wide letter on paper of one column.
  if (start === '') start = letters.shift() ?? '';
  return [start, letters.join('')];
}

/** Returns what is printed for a letter that is not among `known`: something alike, or its letter without an accent. */
export function substituteOf(letter: string, known: RegExp): string | null {
  const lookalike = lookalikes[letter];
  if (lookalike) return lookalike;
  if (/^\s/.test(letter)) return ' ';
  const withoutAccent = letter.normalize('NFD').charAt(0);
  return known.test(withoutAccent) ? withoutAccent : null;
}

/** True if no code page has a letter or anything to put in its place, as for `₱`, which is no P, and for other scripts. */
export const isBeyondCodePages = (letter: string): boolean =>
  letter === '\u20b1' ||
  (!LATIN.test(letter) && !/^\p{C}/u.test(letter) && substituteOf(letter, LATIN) === null);

const ASCII = Array.from({ length: 95 }, (_, index) => String.fromCodePoint(0x20 + index));

/**
 * Returns the letters that a document may need as pictures: all of its own, as a row with one picture is a picture as a
 * whole; none if code pages have them all.
 */
export function lettersToDraw(document: unknown): string[] {
  const text = JSON.stringify(document);
  if (PLAIN.test(text)) return [];
  const own = new Set(lettersOf(text));
  if (![...own].some(isBeyondCodePages)) return [];
  // Labels print the name of a shop in capitals.
  const capitals = [...own].flatMap((letter) => lettersOf(letter.toUpperCase()));
  return [...new Set([...ASCII, ...own, ...capitals])].filter((letter) => !/^[\s\p{C}]/u.test(letter));
}
