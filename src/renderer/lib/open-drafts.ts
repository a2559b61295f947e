/** The state of a way to the till that begins with the list of held drafts. */
export const OPEN_DRAFTS = { dialog: 'drafts' } as const;

/** Whether the way here asked for the list of held drafts. */
export const asksForDrafts = (state: unknown): boolean =>
  (state as Partial<typeof OPEN_DRAFTS> | null)?.dialog === OPEN_DRAFTS.dialog;
