export type CodeKind = 'imei' | 'ean' | 'receipt' | 'other';

const RECEIPT_PREFIX = 'tindahan:sale:';

/** Whether the last digit of a row of digits is its Luhn check digit. */
export function isLuhnValid(digits: string): boolean {
  if (!/^\d{2,}$/.test(digits)) return false;
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** Fifteen digits with a valid Luhn digit. */
export function isImei(code: string): boolean {
  return code.length === 15 && isLuhnValid(code);
}

/** Whether thirteen (or eight, or twelve) digits end in their EAN/UPC check digit. */
export function isEan(code: string): boolean {
  if (!/^(\d{8}|\d{12}|\d{13})$/.test(code)) return false;
  const digits = [...code].map(Number);
  const check = digits.pop() ?? 0;
  const sum = digits.reverse().reduce((total, digit, index) => total + digit * (index % 2 === 0 ? 3 : 1), 0);
  return (10 - (sum % 10)) % 10 === check;
}

/** What a receipt's QR code holds. */
export function receiptCode(transactionNumber: string): string {
  return `${RECEIPT_PREFIX}${transactionNumber}`;
}

/** The draft or invoice number in a receipt's QR code, or null for any other code. */
export function receiptNumberIn(code: string): string | null {
  return code.startsWith(RECEIPT_PREFIX) ? code.slice(RECEIPT_PREFIX.length) : null;
}

/** A first guess at a scanned code; the server's look-up has the last word. */
export function codeKind(code: string): CodeKind {
  if (receiptNumberIn(code) !== null) return 'receipt';
  if (isImei(code)) return 'imei';
  return isEan(code) ? 'ean' : 'other';
}

/** A code as people and scanners give it, as it is stored and looked up: no spaces around, letters upper-case. */
export function normaliseCode(code: string): string {
  const trimmed = code.trim();
  return receiptNumberIn(trimmed) === null ? trimmed.toUpperCase() : trimmed;
}
