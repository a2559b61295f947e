import type { OpenDraft, Store, TillState } from '../sale/till-state.ts';

/** Asks for a draft that another till has open; resolves to true if it is taken over. The last question counts. */
export type AskTakeOver = (held: OpenDraft) => Promise<boolean>;

export const createAskTakeOver =
  (store: Store<TillState>): AskTakeOver =>
  (held) => {
    store.read().takeOver?.answer(false);
    return new Promise((resolve) => {
      const answer = (isTakenOver: boolean) => {
        store.change({ takeOver: null });
        resolve(isTakenOver);
      };
      store.change({ takeOver: { held, answer } });
    });
  };
