import { useEffect, useState } from 'react';
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
  leave: () => void;
};

/** Leaves the payment once the till has lost its draft to another one, and names what was typed for it; true from then on. */
export function useLostDraft({ isHere, isSent, unsaved, email, leave }: LostDraftDeps): boolean {
  const notify = useNotify();
  const [wasHere, setWasHere] = useState(isHere);
  if (isHere && !wasHere) setWasHere(true);
  const isLost = wasHere && !isHere && !isSent;
  const latest = useLatest({ unsaved, email, leave });
  useEffect(() => {
    if (!isLost) return;
    const rows = latest.current.unsaved.map(unsavedText);
    const receipt = latest.current.email && `Receipt to ${latest.current.email}`;
    const title = rows.length > 0 ? 'Typed payments were not saved' : 'Receipt email was not saved';
    const typed = [...rows, receipt].filter(Boolean).join(', ');
    if (typed) notify.warning(title, typed, { lifetime: LIFETIME });
    latest.current.leave();
  }, [isLost, latest, notify]);
  return isLost;
}
