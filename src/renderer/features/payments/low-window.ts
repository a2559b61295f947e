/** A window so low that the form would push the payments below it out of sight. */
export const LOW_WINDOW = '(max-height: 720px)';
export const LOW = `@media ${LOW_WINDOW}` as const;
