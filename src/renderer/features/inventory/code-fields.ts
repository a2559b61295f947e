import { isEan, lookUpCodes } from '#domain/barcodes.ts';

/** The fields of a unit that a scan can fill. */
export const codeFields = ['imei', 'imei2', 'serial_number', 'qr_code'] as const;
export type CodeField = (typeof codeFields)[number];

/** Also one whose last digit does not fit: the form warns of it. */
const isImei = (code: string) => /^\d{15}$/.test(code);
const isImeiField = (field: CodeField) => field === 'imei' || field === 'imei2';

/** What of a scanned code belongs into a field: a GS1 code holds an IMEI, a serial number and a product's number at once. */
export function partFor(field: CodeField, code: string): string {
  if (field === 'qr_code') return code;
  const parts = lookUpCodes(code);
  const fits = isImeiField(field) ? isImei : (part: string) => !isImei(part) && !isEan(part);
  return parts.find(fits) ?? parts[0] ?? code;
}

/** The field that a code goes to while none has the focus: by what it looks like, the first that is empty. */
export function fieldFor(code: string, isEmpty: (field: CodeField) => boolean): CodeField {
  const wanted: readonly [CodeField, CodeField] = lookUpCodes(code).some(isImei)
    ? ['imei', 'imei2']
    : ['serial_number', 'qr_code'];
  return wanted.find(isEmpty) ?? wanted[0];
}
