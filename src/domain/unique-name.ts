/** Normalises a name to compare unique names: ignores case, the encoding of accents, and invisible characters. */
export const uniqueName = (name: string): string =>
  name
    .replaceAll(/\p{Cf}/gu, '')
    .normalize('NFC')
    .toLowerCase();
