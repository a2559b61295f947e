/** A window in which the payments below the form would be pushed out of sight. */
export const LOW_WINDOW = '(max-height: 720px)';
export const LOW = `@media ${LOW_WINDOW}` as const;
