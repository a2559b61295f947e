import type { CodePage } from '#bridge/settings.ts';

/** What is printed where a page does not have the character itself. */
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

// What each page holds above its control codes and prints as itself. Code page 850 is 858 with a dotless i for the euro.
const inPage: Record<CodePage, RegExp> = {
  cp858: /^[\x20-\x7e\u00a0-\u00ff€]$/,
  cp850: /^[\x20-\x7e\u00a0-\u00ff]$/,
  windows1252: /^[\x20-\x7e\u00a0-\u00ff€‘’“”–—•…]$/,
  ascii: /^[\x20-\x7e]$/,
};

/**
 * The text with only characters that are printed as themselves in the printer's code page, one for one, so that a row
 * never grows. Code pages also draw at the control codes (`←` is 27, which is ESC), so a product's name could
 * otherwise command the printer, or kick the drawer.
 */
export function printable(text: string, page: CodePage): string {
  return [...text.normalize('NFC')].map((character) => printableCharacter(character, inPage[page])).join('');
}

function printableCharacter(character: string, known: RegExp): string {
  if (known.test(character)) return character;
  const lookalike = lookalikes[character];
  if (lookalike) return lookalike;
  if (/\s/.test(character)) return ' ';
  const withoutAccent = character.normalize('NFD').charAt(0);
  return known.test(withoutAccent) ? withoutAccent : '?';
}
