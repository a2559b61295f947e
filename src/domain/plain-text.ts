/** A space or an invisible character: zero-width spaces and joiners, direction marks, fillers. */
const UNSEEN = /^[\s\p{Cf}\u115f\u1160\u2800\u3164\uffa0]$/u;

const isUnseen = (sign: string) => UNSEEN.test(sign);

/** Trims spaces and invisible characters; empty if nothing visible is left. */
export function trimmed(text: string): string {
  // A loop instead of a pattern for trailing spaces, which would backtrack from each of them.
  let [begin, end] = [0, text.length];
  while (begin < end && isUnseen(text.charAt(begin))) begin += 1;
  while (end > begin && isUnseen(text.charAt(end - 1))) end -= 1;
  return text.slice(begin, end);
}

/** Returns a text of one line as it is kept: without what is unseen around it, and a tab as the space that it looks like. */
export const oneLine = (text: string): string => trimmed(text.replaceAll('\t', ' '));

/** The same of a text of several lines, which end in a line feed each. */
export const severalLines = (text: string): string => oneLine(text.replaceAll(/\r\n?/g, '\n'));

/** True for a text without control characters. */
export const isOneLine = (text: string): boolean => !/\p{Cc}/u.test(text);

/** True for a text whose control characters are line feeds. */
export const isSeveralLines = (text: string): boolean => isOneLine(text.replaceAll('\n', ''));
