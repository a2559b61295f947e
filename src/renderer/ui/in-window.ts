/** A menu at the end of its button opens beside it if there is no room below or above. */
const ELSEWHERE = ['above-end', 'before-top', 'before-bottom'] as const;

/** Places what opens below its button, at its start or end; in a low window it covers the button rather than leave it. */
export const inWindow = (align: 'start' | 'end') =>
  ({
    position: 'below',
    align,
    shiftToCoverTarget: true,
    ...(align === 'end' && { fallbackPositions: [...ELSEWHERE] }),
  }) as const;
