import { z } from '#contract/zod.ts';

/** Names one cart from its first item until it is sold, saved or left. */
export const cartKey = z.string().min(1).max(100);

/** The person and the store that carts belong to. */
export const draftPlace = z.object({ staff_id: z.int(), store_id: z.int() });
export type DraftPlace = z.output<typeof draftPlace>;

/** A cart as the till keeps it for the case of a crash: opaque JSON of the screen, with time and owner. */
export const draftSnapshot = z.object({
  cart_key: cartKey,
  ...draftPlace.shape,
  saved_at: z.number(),
  cart: z.string().max(1_000_000),
});
export type DraftSnapshot = z.output<typeof draftSnapshot>;

/** A unit to look for in kept carts; the cart that is worked on itself, or another one of its draft, does not count. */
export const sentCartWanted = z.object({ unit_id: z.int(), cart_key: cartKey, draft_id: z.int().nullable() });
export type SentCartWanted = z.output<typeof sentCartWanted>;

/** The subject of a journaled request: a cart by its key, or the payments of a draft. */
export const journalTopic = z.string().min(1).max(100);
export const requestKey = z.string().min(1).max(255);

/** A change that is about to be sent, word for word, under the `Idempotency-Key` that every retry carries. */
export const journalEntry = z.object({
  key: requestKey,
  about: journalTopic,
  body: z.string().max(1_000_000),
  made_at: z.number(),
});
export type JournalEntry = z.output<typeof journalEntry>;

export const noteName = z.string().min(1).max(100);

/** The name of the note that says who is signed in, so that an unreachable server signs nobody out. */
export const SIGN_IN_NOTE = 'sign-in';

/** Other text that the screen must find again after a crash, under a name of its own. */
export const note = z.object({ name: noteName, text: z.string().max(1_000_000) });
export type Note = z.output<typeof note>;
