/** Somebody or something, by name. */
export type Named = { id: number; name: string };

/** What a row that was joined tells of another one; null where there is none. */
export const namedOrNull = (id: number | null, name: string | null | undefined): Named | null =>
  id === null || name === null || name === undefined ? null : { id, name };
