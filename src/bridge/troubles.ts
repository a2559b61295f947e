import { z } from '#contract/zod.ts';

/** A fault of the till's own files, as display text for the person at the till. */
export const trouble = z.object({ title: z.string(), detail: z.string() });
export type Trouble = z.output<typeof trouble>;
