/** Spaces, and signs that take no place: zero-width spaces and joiners, marks of direction, fillers. */
const UNSEEN = String.raw`[\s\p{Cf}\u115f\u1160\u2800\u3164\uffa0]`;
const EDGES = new RegExp(`^${UNSEEN}+|${UNSEEN}+$`, 'gu');

/** A text without what cannot be seen before and behind it; empty where nothing can be seen at all. */
export const trimmed = (text: string): string => text.replace(EDGES, '');
