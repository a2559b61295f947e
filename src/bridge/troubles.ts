import { z } from '#contract/zod.ts';

/** Something that befell what the till keeps on its disk, in words for whoever stands at it. */
export const trouble = z.object({ title: z.string(), detail: z.string() });
export type Trouble = z.output<typeof trouble>;
