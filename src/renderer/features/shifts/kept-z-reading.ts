import type { ActText } from '#renderer/lib/kept-acts-context.ts';

/** How a Z reading is told of whose answer was lost: it is printed from the list. */
export const keptZReading = (): ActText => ({
  what: 'Z reading',
  then: 'Print it from the list.',
  to: '/z-readings',
  slip: null,
});
