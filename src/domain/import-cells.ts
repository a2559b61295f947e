// Parses the cells of a table to form values. Unreadable text stays as it is, so that the form's rule refuses it with
// its own message.

/** Excel's short form of long numbers, which it also saves: the digits are lost. */
const SHORTENED = /^\d([.,]\d+)?E\+?\d+$/i;

/** True if a spreadsheet shortened a long number. */
export const isShortened = (cell: string): boolean => SHORTENED.test(cell.replace(/\s/g, ''));

const MONTH =
  '(jan(uary)?|feb(ruary)?|mar(ch)?|apr(il)?|may|june?|july?|aug(ust)?|sept?(ember)?|oct(ober)?|nov(ember)?|dec(ember)?)';
/** Dates as spreadsheets save them: `5-Dec`, `Dec-05`, `12/5/2024`. */
const DATE = new RegExp(
  `^(\\d{1,2}-${MONTH}(-\\d{2,4})?|${MONTH}-\\d{2,4}|\\d{1,2}/\\d{1,2}/\\d{2,4})$`,
  'i',
);

/** True if a spreadsheet may have made a date of a number: `12-5` becomes `5-Dec`. */
export const isDateLike = (cell: string): boolean => DATE.test(cell.trim());

/** The mark before what would be a formula or a number; not that of `'90s case`. */
const TEXT_MARK = /^'(?=[=+\-@]|\d[^a-z]*$)/;

/**
 * Returns a cell's text: without the marks that spreadsheets or our own files put around a number as text (`="0123"`,
 * `'0123`), or before text that begins like a formula.
 */
export function textMeant(cell: string): string {
  const text = cell.trim().replace(TEXT_MARK, '');
  const [, quoted] = /^="(.*)"$/s.exec(text) ?? [];
  return quoted === undefined ? text : quoted.replaceAll('""', '"').trim();
}

const plainAmount = (cell: string) => cell.replace(/^(₱|php|p)\s*/i, '').replace(/\s/g, '');

/**
 * Parses `₱45,990.00` or `45990` to decimal pesos; a comma only separates thousands. NaN for other text and for
 * `1234,50`, where a guess could be wrong by a factor of a hundred.
 */
export function amountIn(cell: string): number {
  const plain = plainAmount(cell);
  if (/^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(plain)) return Number(plain.replaceAll(',', ''));
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN;
}

/** True if an amount has a comma before its decimals: `1234,50`, `1.234,50`. */
export const hasDecimalComma = (cell: string): boolean =>
  /^-?\d+(\.\d{3})*,\d*$/.test(plainAmount(cell)) && Number.isNaN(amountIn(cell));

/** Parses a whole number; NaN for other text. */
export const wholeIn = (cell: string): number => {
  const amount = amountIn(cell);
  return Number.isInteger(amount) ? amount : Number.NaN;
};

/** Parses months, with or without their word, and years: `12`, `12 months`, `1 year`. NaN for other text. */
export function monthsIn(cell: string): number {
  const [, count = '', unit = ''] =
    /^(\d+)\s*(m|mos?\.?|months?|y|yrs?\.?|years?)?$/i.exec(cell.trim()) ?? [];
  if (count === '') return Number.NaN;
  return Number(count) * (unit.toLowerCase().startsWith('y') ? 12 : 1);
}

const YES = ['yes', 'y', 'true', '1', 'x', 'oo'];
const NO = ['no', 'n', 'false', '0', 'hindi'];

/** Parses yes or no; undefined for other text. */
export function yesIn(cell: string): boolean | undefined {
  const word = cell.trim().toLowerCase();
  if (YES.includes(word)) return true;
  return NO.includes(word) ? false : undefined;
}

/** Parses `1990-04-23`, or `4/23/1990` as Excel writes it here: month, day, year. Other text stays as it is. */
export function dateIn(cell: string): string {
  const parts = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(cell.trim());
  if (!parts) return cell.trim();
  const [, month = '', day = '', year = ''] = parts;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** Parses `Color: Black; Storage: 128 GB`; null if a part has no name. */
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
