import { isEan, codesToFind } from '#domain/barcodes.ts';
import { labelCode, looksLikeLabel } from '#domain/qr-codes.ts';

/** The fields of a unit that a scan can fill. */
export const codeFields = ['imei', 'imei2', 'serial_number', 'qr_code'] as const;
export type CodeField = (typeof codeFields)[number];

/** Also one whose last digit does not fit: the form warns of it. */
const isImei = (code: string) => /^\d{15}$/.test(code);
const isImeiField = (field: CodeField) => field === 'imei' || field === 'imei2';

/** What of a scanned code belongs into a field: a GS1 code holds an IMEI, a serial number and a product's number at once. */
export function partFor(field: CodeField, code: string): string {
  if (field === 'qr_code') return code;
  const parts = codesToFind(code);
  const fits = isImeiField(field) ? isImei : (part: string) => !isImei(part) && !isEan(part);
  return parts.find(fits) ?? parts[0] ?? code;
}

/** The field that a code goes to while none has the focus: by what it looks like, the first that is empty. */
export function fieldFor(code: string, isEmpty: (field: CodeField) => boolean): CodeField {
  const wanted: readonly [CodeField, CodeField] = codesToFind(code).some(isImei)
    ? ['imei', 'imei2']
    : ['serial_number', 'qr_code'];
  return wanted.find(isEmpty) ?? wanted[0];
}

/**
 * The field that a code goes to: the one with the focus, else the one that it looks like. Where units come by their labels
 * (`byLabel`), a label and an IMEI go to their own fields, wherever the cursor stands.
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

/** Where the next scan belongs after one that filled a field: after a label, to the first of its unit's numbers. */
export const nextAfter = (field: CodeField, isEmpty: (field: CodeField) => boolean): CodeField =>
  field === 'qr_code' && isEmpty('imei') && isEmpty('serial_number') ? 'imei' : field;
