/** The time at which every picture starts, a Saturday afternoon. */
export const TAKEN_AT = Date.parse('2026-11-21T17:42:00+08:00');
