/** A space, or a sign that takes no place: zero-width spaces and joiners, marks of direction, fillers. */
const UNSEEN = /^[\s\p{Cf}\u115f\u1160\u2800\u3164\uffa0]$/u;

const isUnseen = (sign: string) => UNSEEN.test(sign);

/** A text without what cannot be seen before and behind it; empty where nothing can be seen at all. */
export function trimmed(text: string): string {
  // By hand: a pattern that looks for an end of spaces tries again from each of them.
  let [begin, end] = [0, text.length];
  while (begin < end && isUnseen(text.charAt(begin))) begin += 1;
  while (end > begin && isUnseen(text.charAt(end - 1))) end -= 1;
  return text.slice(begin, end);
}
