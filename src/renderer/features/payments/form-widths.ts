/** Pixels below which the amount and quick cash do not fit side by side. */
export const NARROW_WIDTH = 760;
export const NARROW = `@container (max-width: ${NARROW_WIDTH}px)` as const;

/** Between that and a phone. */
export const MIDDLE = `@container (min-width: 520.02px) and (max-width: ${NARROW_WIDTH}px)` as const;

/** A phone, where all fields and figures stand below each other. */
export const SLIM = '@container (max-width: 520px)';
