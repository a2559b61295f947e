const lookalikes: Record<string, string> = {
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '•': '*',
  '…': '.',
  '\u20b1': 'P',
  '§': 'S',
  '¶': 'P',
};

// Letters and signs of ISO 8859-1 and the euro: what code page 858 holds above its control codes.
const inCodePage = /^[\x20-\x7e\u00a0-\u00ff€]$/;

/**
 * The text with only characters that are printed as themselves in code page 858, one for one, so that a row never
 * grows. Code page 858 also draws at the control codes (`←` is 27, which is ESC), so a product's name could
 * otherwise command the printer, or kick the drawer.
 */
export function printable(text: string): string {
  return [...text.normalize('NFC')].map(printableCharacter).join('');
}

function printableCharacter(character: string): string {
  const lookalike = lookalikes[character];
  if (lookalike) return lookalike;
  if (inCodePage.test(character)) return character;
  if (/\s/.test(character)) return ' ';
  const withoutAccent = character.normalize('NFD').charAt(0);
  return inCodePage.test(withoutAccent) ? withoutAccent : '?';
}
