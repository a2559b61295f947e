/** Places what opens below its button, at its start or end; in a low window it covers the button rather than leave it. */
export const inWindow = (align: 'start' | 'end') =>
  ({ position: 'below', align, shiftToCoverTarget: true }) as const;
