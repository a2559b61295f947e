/** A person or thing by id and name. */
export type Named = { id: number; name: string };

/** Returns the id and name of a left-joined row; null without one. */
export const namedOrNull = (id: number | null, name: string | null | undefined): Named | null =>
  id === null || name === null || name === undefined ? null : { id, name };
