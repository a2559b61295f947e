import { isEan, codesToFind } from '#domain/barcodes.ts';
import { labelCode, looksLikeLabel } from '#domain/qr-codes.ts';

/** The fields of a unit that a scan can fill. */
export const codeFields = ['imei', 'imei2', 'serial_number', 'qr_code'] as const;
export type CodeField = (typeof codeFields)[number];

/** Accepts an IMEI with a wrong check digit, too: the form warns about it. */
const isImei = (code: string) => /^\d{15}$/.test(code);
const isImeiField = (field: CodeField) => field === 'imei' || field === 'imei2';

/** Returns the part of a code for a field: a GS1 code holds an IMEI, a serial number and a product number at once. */
export function partFor(field: CodeField, code: string): string {
  if (field === 'qr_code') return code;
  const parts = codesToFind(code);
  const fits = isImeiField(field) ? isImei : (part: string) => !isImei(part) && !isEan(part);
  return parts.find(fits) ?? parts[0] ?? code;
}

/** Returns the field for a code while none has the focus: the first empty one of those that fit the code. */
export function fieldFor(code: string, isEmpty: (field: CodeField) => boolean): CodeField {
  const wanted: readonly [CodeField, CodeField] = codesToFind(code).some(isImei)
    ? ['imei', 'imei2']
    : ['serial_number', 'qr_code'];
  return wanted.find(isEmpty) ?? wanted[0];
}

/**
 * Returns the field for a code: the focused one, else the one that fits. If units come by their labels (`byLabel`),
 * labels and IMEIs go to their own fields, wherever the cursor is.
 */
export function targetOf(
  code: string,
  focused: CodeField | null,
  { isEmpty, byLabel }: { isEmpty: (field: CodeField) => boolean; byLabel: boolean },
): CodeField {
  if (!byLabel) return focused ?? fieldFor(code, isEmpty);
  const isLabel = looksLikeLabel(labelCode(code));
  if (isLabel && (focused === 'qr_code' || isEmpty('qr_code'))) return 'qr_code';
  const isMeant =
    focused !== null &&
    focused !== 'qr_code' &&
    (!isImeiField(focused) || /^\d+$/.test(partFor(focused, code)));
  return isMeant ? focused : fieldFor(code, (field) => field !== 'qr_code' && isEmpty(field));
}

/** Returns the field for the next scan; after a label that is the first of its unit's numbers. */
export const nextAfter = (field: CodeField, isEmpty: (field: CodeField) => boolean): CodeField =>
  field === 'qr_code' && isEmpty('imei') && isEmpty('serial_number') ? 'imei' : field;
