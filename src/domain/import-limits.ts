/** The maximum number of new types, or of new manufacturers, of one file: more are a wrong column. */
export const NEW_NAMES_MAX = 100;

/** The maximum number of units that one row makes: they are written in one transaction, which blocks the tills. */
export const ROW_UNITS_MAX = 500;

/** The maximum number of rows in a file, and of the units that they make. */
export const IMPORT_ROWS_MAX = 100_000;

export const TOO_MANY_ROWS = `At most ${IMPORT_ROWS_MAX.toLocaleString('en-PH')} rows in one file. Split it`;

/** True if a table has more rows than allowed, by its line breaks outside quotes. */
export function hasTooManyRows(text: string): boolean {
  let lines = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') isQuoted = !isQuoted;
    else if (character === '\n' && !isQuoted) lines += 1;
  }
  return lines > IMPORT_ROWS_MAX + 1;
}
