export const qrCodeStatuses = ['unused', 'linked', 'voided'] as const;
export type QrCodeStatus = (typeof qrCodeStatuses)[number];

export const qrCodeTypes = ['pre_generated'] as const;

/** The most codes of one batch: one sheet. */
export const QR_BATCH_MAX = 100;
/** Codes beside each other on a sheet that is downloaded. */
export const QR_SHEET_COLUMNS = 4;
/** Characters of a code: 378 thousand million of them, so that nobody types one that there is by chance. */
export const QR_CODE_LENGTH = 8;

/** Digits and letters that nobody takes for another one, without vowels: no code is a word. */
const SIGNS = '23456789BCDFGHJKMNPQRSTVWXYZ';
/** Letters among a code's signs: only with some is it never taken for the number under a barcode. */
const LETTERS_MIN = 2;

/**
 * A code for a label: eight signs that can be read aloud and typed.
 *
 * @param random a whole number from 0 to below its argument, each as likely and foretold by nobody
 */
export function makeQrCode(random: (below: number) => number): string {
  for (;;) {
    const code = Array.from({ length: QR_CODE_LENGTH }, () => SIGNS[random(SIGNS.length)]).join('');
    if (code.replaceAll(/\d/g, '').length >= LETTERS_MIN) return code;
  }
}

const LABEL = new RegExp(`^[${SIGNS}]{${QR_CODE_LENGTH}}$`);
/** What people put between the signs of a code that they read aloud or type. */
const GAPS = /[\s.\p{Pd}]/gu;

/** Whether a code could be one of a label by its looks. */
export const looksLikeLabel = (code: string): boolean =>
  LABEL.test(code) && code.replaceAll(/\d/g, '').length >= LETTERS_MIN;

/** A label's code as it was made, of one that is written in groups; any other code as it is. */
export function labelCode(code: string): string {
  const joined = code.replaceAll(GAPS, '');
  return looksLikeLabel(joined) ? joined : code;
}

/** `B-MNL-01-000012`: counted by the store that the goods are for. */
export function batchCode(storeCode: string, no: number): string {
  return `B-${storeCode}-${String(no).padStart(6, '0')}`;
}

/** The batch of a store whose code is typed whole, or from anywhere to its end: `24`, `000024`, `01-000024`. */
export function wholeBatchCode(typed: string, storeCode: string): string {
  const plain = typed.normalize('NFKC').trim().toUpperCase();
  const [digits] = /\d{1,9}$/.exec(plain) ?? [];
  const whole = batchCode(storeCode, Number(digits ?? 0));
  return digits !== undefined && (digits === plain || whole.endsWith(plain)) ? whole : plain;
}

/** What of an order decides how many codes it may have. */
type Ordered = {
  is_closed: boolean;
  total_quantity_ordered: number;
  total_quantity_received: number;
  qr_codes_count: number;
};

/** How many codes an order may still get: one for each unit that came or is to come. */
export function codesLeft(order: Ordered): number {
  const units = order.is_closed ? order.total_quantity_received : order.total_quantity_ordered;
  return Math.max(0, units - order.qr_codes_count);
}

/** The quantities of the batches in which so many codes are made, each at most a sheet. */
export function batchSizes(codes: number): number[] {
  const whole = Array.from({ length: Math.floor(codes / QR_BATCH_MAX) }, () => QR_BATCH_MAX);
  const rest = codes % QR_BATCH_MAX;
  return rest > 0 ? [...whole, rest] : whole;
}

/** Why a code leads to nothing new, in words. */
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
