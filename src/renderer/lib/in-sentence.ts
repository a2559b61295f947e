/** Returns a list's name for use within a sentence: `Purchase Orders` as `purchase orders`, `QR codes` unchanged. */
export const inSentence = (name: string): string =>
  name
    .split(' ')
    .map((word) => (word === word.toUpperCase() ? word : word.toLowerCase()))
    .join(' ');
