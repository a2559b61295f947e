/** A list's name within a sentence, whose words begin small: `Purchase Orders` as `purchase orders`, and `QR codes` as it is. */
export const inSentence = (name: string): string =>
  name
    .split(' ')
    .map((word) => (word === word.toUpperCase() ? word : word.toLowerCase()))
    .join(' ');
