/** The words that shops write around a TIN: `VAT REG TIN:` before it, `NV` after it. */
const BEFORE = /^\D*\bTIN\b\D*/i;
const AFTER = /\s*\(?(?:NON-?VAT|VAT|NV|V)\)?$/i;
const SEPARATORS = /[\s.‐-―−-]/g;
/** Nine digits that are not all zeroes, and a branch code of three to five. */
const DIGITS = /^(?!0{9})(\d{3})(\d{3})(\d{3})(\d{3,5})?$/;

export const TIN_REFUSAL = 'A TIN has 9 or 12 to 14 digits, such as 123-456-789-00000';

/** Returns a taxpayer identification number in its standard form, `123-456-789-00000`; null if it is none. */
export function standardTin(text: string): string | null {
  const digits = text.normalize('NFKC').replace(BEFORE, '').replace(AFTER, '').replace(SEPARATORS, '');
  const groups = DIGITS.exec(digits)?.slice(1).filter(Boolean);
  return groups ? groups.join('-') : null;
}
