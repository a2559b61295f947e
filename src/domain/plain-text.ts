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
