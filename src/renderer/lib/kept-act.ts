import { requests } from '#contract/requests.ts';
import { z } from '#contract/zod.ts';

/** A change that is not answered, as the journal keeps it. Its key stands for each request that was sent in its place, too. */
export const keptAct = z.object({
  ...requests.end.body.required().shape,
  /** `Pay-out of ₱150.00`. */
  what: z.string(),
  /** What the person does next if the change was done: "Do not note it again." */
  then: z.string(),
  /** The page where it shows, or is done again; `:id` stands for what it made. */
  to: z.string(),
  /** The slip that a till prints of it; null for none. */
  slip: z.enum(['void', 'refund', 'trade-in']).nullable(),
  /** The draft that it pays for. */
  draft_id: z.int().optional(),
  /** The name of who sent it, and when, by this till's clock. */
  by: z.string(),
  at: z.number(),
});
export type KeptAct = z.output<typeof keptAct>;
