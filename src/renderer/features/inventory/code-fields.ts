import { codeParts, looksLikeImei } from '#domain/barcodes.ts';
import { labelCode, looksLikeLabel } from '#domain/qr-codes.ts';

/** The fields of a unit that a scan can fill. */
export const codeFields = ['imei', 'imei2', 'serial_number', 'qr_code'] as const;
export type CodeField = (typeof codeFields)[number];

const isImeiField = (field: CodeField) => field === 'imei' || field === 'imei2';

/** True for an IMEI with or without its check digit, which may be wrong: the form warns about it. */
function hasImei(code: string): boolean {
  const { imei, code: plain } = codeParts(code);
  return looksLikeImei(imei ?? plain ?? '');
}

/** Returns the part of a code for a field: a GS1 code holds an IMEI, a serial number and a product number at once. */
export function partFor(field: CodeField, code: string): string {
  if (field === 'qr_code') return code;
  const { gtin, imei, serial, code: plain } = codeParts(code);
  const parts = isImeiField(field) ? [imei, plain, serial, gtin] : [serial, plain, imei, gtin];
  return parts.find((part) => part !== undefined) ?? code;
}

/** Returns the field for a code while none has the focus: the first empty one of those that fit the code. */
export function fieldFor(code: string, isEmpty: (field: CodeField) => boolean): CodeField {
  const wanted: readonly [CodeField, CodeField] = hasImei(code)
    ? ['imei', 'imei2']
    : ['serial_number', 'qr_code'];
  return wanted.find(isEmpty) ?? wanted[0];
}

/** True if a field is of another kind than its part of a code: an IMEI fills no other field, and an IMEI has digits only. */
function isOfOtherKind(field: CodeField, code: string): boolean {
  const part = partFor(field, code);
  return isImeiField(field) ? !/^\d+$/.test(part) : hasImei(part);
}

/**
 * Returns the field for a code: the focused one if it is of its kind, else the one that fits. If units come by their
 * labels (`byLabel`), labels go to their own field, wherever the cursor is, and nothing else does.
 */
export function targetOf(
  code: string,
  focused: CodeField | null,
  { isEmpty, byLabel }: { isEmpty: (field: CodeField) => boolean; byLabel: boolean },
): CodeField {
  const isLabel = byLabel && looksLikeLabel(labelCode(code));
  if (isLabel && (focused === 'qr_code' || isEmpty('qr_code'))) return 'qr_code';
  const isMeant = focused !== null && !(byLabel && focused === 'qr_code') && !isOfOtherKind(focused, code);
  return isMeant ? focused : fieldFor(code, (field) => !(byLabel && field === 'qr_code') && isEmpty(field));
}

/** Returns the field for the next scan; after a label that is the first of its unit's numbers. */
export const nextAfter = (field: CodeField, isEmpty: (field: CodeField) => boolean): CodeField =>
  field === 'qr_code' && isEmpty('imei') && isEmpty('serial_number') ? 'imei' : field;
