import { createContext } from 'react';
import type { MutationRoute } from '#contract/define-route.ts';
import type { CallInput } from './api-client.ts';
import type { KeptAct } from './kept-act.ts';
import type { RequestKeys } from './send-once.ts';

/** How a change is told of whose screen was left before its answer. */
export type ActText = Pick<KeptAct, 'what' | 'then' | 'to' | 'slip' | 'draft_id'>;

export type KeptKeys = RequestKeys & {
  /** Says that their screen is gone, whose last request may still be on its way. */
  hide: () => void;
  /** Says that their screen is gone, and that nothing of it is on its way. */
  leave: () => void;
};

export type KeepActs = <R extends MutationRoute>(
  route: R,
  textOf: (input: CallInput<R>) => ActText,
) => KeptKeys;

/** Keeps the changes of the signed-in person until it is known whether they were done; null where none is kept. */
export const KeptActs = createContext<KeepActs | null>(null);

/** The keys of changes that were sent and not answered, of screens that are drawn. */
export const drawnActs = new Set<string>();

/** True while a screen of this window has a change that was sent and not answered. */
export const hasUnanswered = (): boolean => drawnActs.size > 0;
