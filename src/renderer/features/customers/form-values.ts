/** What is not filled in is sent as null; for react-hook-form's `register`. */
export const textOrNull = { setValueAs: (value: string | null) => (value?.trim() ? value.trim() : null) };

/** A choice of a list by its id; none is null. */
export const idOrNull = { setValueAs: (value: string | number | null) => (value ? Number(value) : null) };
