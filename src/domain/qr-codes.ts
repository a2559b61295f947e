export const qrCodeStatuses = ['unused', 'linked', 'voided'] as const;
export type QrCodeStatus = (typeof qrCodeStatuses)[number];

export const qrCodeTypes = ['pre_generated'] as const;

/** The maximum number of codes in a batch: one sheet. */
export const QR_BATCH_MAX = 100;
/** Codes per row on a downloaded sheet. */
export const QR_SHEET_COLUMNS = 4;
/** Characters of a code: 378 thousand million combinations, so that nobody types an existing one by chance. */
const QR_CODE_LENGTH = 8;

/** Digits and letters that are not mistaken for another, without vowels, so that no code is a word. */
const SIGNS = '23456789BCDFGHJKMNPQRSTVWXYZ';
/** The minimum number of letters in a code, so that it is never taken for a barcode's number. */
const LETTERS_MIN = 2;

/**
 * Returns a new code for a label: eight characters that can be read aloud and typed.
 *
 * @param random a uniform, unpredictable whole number from 0 to below its argument
 */
export function makeQrCode(random: (below: number) => number): string {
  for (;;) {
    const code = Array.from({ length: QR_CODE_LENGTH }, () => SIGNS[random(SIGNS.length)]).join('');
    if (code.replaceAll(/\d/g, '').length >= LETTERS_MIN) return code;
  }
}

const LABEL = new RegExp(`^[${SIGNS}]{${QR_CODE_LENGTH}}$`);
/** Separators that people put in a code that they read aloud or type. */
const GAPS = /[\s.\p{Pd}]/gu;

/** True if a code has the form of a label's. */
export const looksLikeLabel = (code: string): boolean =>
  LABEL.test(code) && code.replaceAll(/\d/g, '').length >= LETTERS_MIN;

/** Returns a label's code without separators; any other code unchanged. */
export function labelCode(code: string): string {
  const joined = code.replaceAll(GAPS, '');
  return looksLikeLabel(joined) ? joined : code;
}

/** Returns a warning for a serial number in the form of a label's code: a second label may have been scanned. */
export const labelWarning = (serial: string | null | undefined): string | null =>
  looksLikeLabel(labelCode(serial ?? '')) ? 'This looks like a QR code: check this serial number' : null;

/** Returns `B-MNL-01-000012`, numbered by the store that the goods are for. */
export function batchCode(storeCode: string, no: number): string {
  return `B-${storeCode}-${String(no).padStart(6, '0')}`;
}

/** Returns the full batch code of a store for a typed code or its end: `24`, `000024`, `01-000024`. */
export function wholeBatchCode(typed: string, storeCode: string): string {
  const plain = typed.normalize('NFKC').trim().toUpperCase();
  const [digits] = /\d{1,9}$/.exec(plain) ?? [];
  const whole = batchCode(storeCode, Number(digits ?? 0));
  return digits !== undefined && (digits === plain || whole.endsWith(plain)) ? whole : plain;
}

/** The figures of an order that limit its codes. */
type Ordered = {
  is_closed: boolean;
  total_quantity_ordered: number;
  total_quantity_received: number;
  qr_codes_count: number;
};

/** Returns how many more codes an order may get: one for each unit that arrived or is expected. */
export function codesLeft(order: Ordered): number {
  const units = order.is_closed ? order.total_quantity_received : order.total_quantity_ordered;
  return Math.max(0, units - order.qr_codes_count);
}

/** Splits a number of codes into batches of at most a sheet. */
export function batchSizes(codes: number): number[] {
  const whole = Array.from({ length: Math.floor(codes / QR_BATCH_MAX) }, () => QR_BATCH_MAX);
  const rest = codes % QR_BATCH_MAX;
  return rest > 0 ? [...whole, rest] : whole;
}

/** Returns why a code cannot be used for a new unit, in words. */
export function whyNotUnused({
  status,
  void_reason,
}: {
  status: QrCodeStatus;
  void_reason: string | null;
}): string {
  if (status === 'linked') return 'This QR code is linked to an item already';
  return void_reason === null ? 'This QR code is voided' : `This QR code is voided: ${void_reason}`;
}
