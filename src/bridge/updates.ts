import { z } from '#contract/zod.ts';

/** The state of the till's own updates. */
export const updateStatus = z.object({
  /** The version that is ready to be installed; null for none. */
  ready: z.string().nullable(),
  /** True if the cashier is to be asked when: once for each release. */
  is_asked: z.boolean(),
  /** Why the till cannot take the release that was chosen for it, as a sentence without a full stop. */
  problem: z.string().nullable(),
  /** True if this program takes releases: one was built with a key, and was packed. */
  is_on: z.boolean(),
});
export type UpdateStatus = z.output<typeof updateStatus>;

/** Null once the till is about to end for its update; else what stands in the way, as a sentence. */
export const updateBegun = z.object({ reason: z.string().nullable() });
