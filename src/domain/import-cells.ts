// What people write in the cells of a table, as the values that forms have. What cannot be read is left as it stands: the
// form's own rule refuses it in its own words.

/** Excel shows long numbers like this, and saves them so: the digits are lost. */
const SHORTENED = /^\d([.,]\d+)?E\+?\d+$/i;

/** Whether a number of many digits was shortened by a spreadsheet. */
export const isShortened = (cell: string): boolean => SHORTENED.test(cell.replace(/\s/g, ''));

/**
 * What a cell says: without what a spreadsheet or our own files put around a number that is a text (`="0123"`, `'0123`),
 * or before one that begins like a formula.
 */
export function textMeant(cell: string): string {
  const text = cell.trim().replace(/^'(?=[=+\-@\d])/, '');
  const [, quoted] = /^="(.*)"$/s.exec(text) ?? [];
  return quoted === undefined ? text : quoted.replaceAll('""', '"').trim();
}

const plainAmount = (cell: string) => cell.replace(/^(₱|php|p)\s*/i, '').replace(/\s/g, '');

/**
 * `₱45,990.00`, `45990`: decimal pesos, with a point; a comma parts thousands and nothing else. NaN for what is no amount,
 * and for `1234,50`: to take it for the one or the other would be a hundred times wrong.
 */
export function amountIn(cell: string): number {
  const plain = plainAmount(cell);
  if (/^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(plain)) return Number(plain.replaceAll(',', ''));
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN;
}

/** Whether an amount is written with a comma before its decimals: `1234,50`, `1.234,50`. */
export const hasDecimalComma = (cell: string): boolean =>
  /^-?\d+(\.\d{3})*,\d*$/.test(plainAmount(cell)) && Number.isNaN(amountIn(cell));

/** A whole number; NaN for what is none. */
export const wholeIn = (cell: string): number => {
  const amount = amountIn(cell);
  return Number.isInteger(amount) ? amount : Number.NaN;
};

const YES = ['yes', 'y', 'true', '1', 'x', 'oo'];
const NO = ['no', 'n', 'false', '0', 'hindi'];

/** Undefined for what is neither. */
export function yesIn(cell: string): boolean | undefined {
  const word = cell.trim().toLowerCase();
  if (YES.includes(word)) return true;
  return NO.includes(word) ? false : undefined;
}

/** `1990-04-23`, or `4/23/1990` as Excel writes it here: month, day, year. What is no date stays as it is. */
export function dateIn(cell: string): string {
  const parts = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(cell.trim());
  if (!parts) return cell.trim();
  const [, month = '', day = '', year = ''] = parts;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** `Color: Black; Storage: 128 GB`; null for what has a part without a name. */
export function attributesIn(cell: string): { name: string; value: string }[] | null {
  const parts = cell
    .split(';')
    .map((part) => part.trim())
    .filter(Boolean);
  const attributes = parts.map((part) => {
    const [name = '', ...value] = part.split(':');
    return { name: name.trim(), value: value.join(':').trim() };
  });
  return attributes.every(({ name, value }) => name && value) ? attributes : null;
}
