// What people write in the cells of a table, as the values that forms have. What cannot be read is left as it stands: the
// form's own rule refuses it in its own words.

/** Excel shows long numbers like this, and saves them so: the digits are lost. */
const SHORTENED = /^\d([.,]\d+)?E\+?\d+$/i;

/** Whether a number of many digits was shortened by a spreadsheet. */
export const isShortened = (cell: string): boolean => SHORTENED.test(cell.replace(/\s/g, ''));

/** `₱45,990.00`, `45990`, `45990,5`: decimal pesos; NaN for what is no amount. */
export function amountIn(cell: string): number {
  const plain = cell.replace(/^(₱|php|p)\s*/i, '').replace(/\s/g, '');
  if (/^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(plain)) return Number(plain.replaceAll(',', ''));
  if (/^-?\d+,\d{1,2}$/.test(plain)) return Number(plain.replace(',', '.'));
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN;
}

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
