/**
 * A name as names are compared where no two may be the same: in whatever case, in whatever way its accents are written,
 * and without characters that nobody sees.
 */
export const uniqueName = (name: string): string =>
  name
    .replaceAll(/\p{Cf}/gu, '')
    .normalize('NFC')
    .toLowerCase();
