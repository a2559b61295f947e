import { useEffect, useRef, useState } from 'react';
import { useLatest } from '#renderer/lib/use-latest.ts';
import { useNotify } from '#renderer/ui/toasts.tsx';
import { unsavedText } from './payment-text.tsx';
import type { UnsavedPayment } from './use-payment-entry.ts';

/** Milliseconds that the typed rows stay, so that they can be written down. */
const LIFETIME = 60_000;

type LostDraftDeps = {
  /** True while the till works on the draft. */
  isHere: boolean;
  /** True while a completion is sent or unanswered: its answer decides. */
  isSent: boolean;
  unsaved: readonly UnsavedPayment[];
  /** The receipt's address, if it was typed here. */
  email: string | null;
  /** The receipt's buyer, if they were named here. */
  buyer: string | null;
  leave: () => void;
};

/** Returns all that was typed and not saved; empty if nothing was. */
const typedText = ({ unsaved, email, buyer }: Pick<LostDraftDeps, 'unsaved' | 'email' | 'buyer'>) =>
  [...unsaved.map(unsavedText), email && `Receipt to ${email}`, buyer && `Buyer ${buyer}`]
    .filter(Boolean)
    .join(', ');

/**
 * Leaves the payment once the till has lost its draft to another one, and names what was typed for it, unless its user has
 * agreed to `discard` that; `isLost` from then on.
 */
export function useLostDraft({ isHere, isSent, unsaved, email, buyer, leave }: LostDraftDeps) {
  const notify = useNotify();
  const [wasHere, setWasHere] = useState(isHere);
  if (isHere && !wasHere) setWasHere(true);
  const isLost = wasHere && !isHere && !isSent;
  const latest = useLatest({ unsaved, email, buyer, leave });
  const discarded = useRef('');
  useEffect(() => {
    if (!isLost) return;
    const typed = typedText(latest.current);
    const title =
      latest.current.unsaved.length > 0
        ? 'Typed payments were not saved'
        : `${latest.current.email === null ? 'Buyer' : 'Receipt email'} was not saved`;
    if (typed && discarded.current !== typed) notify.warning(title, typed, { lifetime: LIFETIME });
    latest.current.leave();
  }, [isLost, latest, notify]);
  return { isLost, discard: () => (discarded.current = typedText(latest.current)) };
}
