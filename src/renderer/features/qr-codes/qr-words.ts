import type { QrCode } from '#contract/qr-codes.ts';

/** `85 codes` */
export const codesWords = (count: number): string =>
  `${count.toLocaleString('en-PH')} ${count === 1 ? 'code' : 'codes'}`;

/** The codes of a batch, as their page shows them. */
export const batchPath = (batchCode: string): string =>
  `/qr-codes?batch_code=${encodeURIComponent(batchCode)}`;

/** Where an item is added with the label that has a code. */
export const addPath = (code: string): string => `/inventory/create?qr_code=${encodeURIComponent(code)}`;

/** Why a code leads to nothing new: `It is voided: Torn`. */
export function statusWords({ status, void_reason }: Pick<QrCode, 'status' | 'void_reason'>): string {
  if (status === 'linked') return 'It is linked to an item already';
  if (status === 'unused') return 'It is unused';
  return void_reason === null ? 'It is voided' : `It is voided: ${void_reason}`;
}
