export const ALL_GENERATED = 'All QR codes have already been generated for this order';

/** `85 codes` */
export const codesText = (count: number): string =>
  `${count.toLocaleString('en-PH')} ${count === 1 ? 'code' : 'codes'}`;

export const batchPath = (batchCode: string): string =>
  `/qr-codes?batch_code=${encodeURIComponent(batchCode)}`;

const ADD_PATH = '/inventory/create?qr_code=';

/** Returns the address that adds a unit with this label. */
export const addPath = (code: string): string => ADD_PATH + encodeURIComponent(code);

export const isAddPath = (path: string): boolean => path.startsWith(ADD_PATH);
