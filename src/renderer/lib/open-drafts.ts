/** Route state that opens the till with the list of held drafts. */
export const OPEN_DRAFTS = { dialog: 'drafts' } as const;

/** True if the route state asks for the list of held drafts. */
export const asksForDrafts = (state: unknown): boolean =>
  (state as Partial<typeof OPEN_DRAFTS> | null)?.dialog === OPEN_DRAFTS.dialog;
