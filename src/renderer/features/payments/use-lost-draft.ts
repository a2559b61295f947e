import { useEffect, useState } from 'react';
import type { PaymentEntry } from '#domain/payments.ts';
import { useLatest } from '#renderer/lib/use-latest.ts';
import { useNotify } from '#renderer/ui/toasts.tsx';
import { paymentName } from './payment-text.tsx';

type LostDraftDeps = {
  /** True while the till works on the draft. */
  isHere: boolean;
  /** True while a completion is sent or unanswered: its answer decides. */
  isSent: boolean;
  /** The typed rows that were not saved. */
  typed: readonly PaymentEntry[];
  leave: () => void;
};

/** Leaves the payment once the till has lost its draft to another one, and names what was typed for it; true from then on. */
export function useLostDraft({ isHere, isSent, typed, leave }: LostDraftDeps): boolean {
  const notify = useNotify();
  const [wasHere, setWasHere] = useState(isHere);
  if (isHere && !wasHere) setWasHere(true);
  const isLost = wasHere && !isHere && !isSent;
  const latest = useLatest({ typed, leave });
  useEffect(() => {
    if (!isLost) return;
    const rows = latest.current.typed.map((row) =>
      [paymentName(row), row.reference_number && `Ref. ${row.reference_number}`].filter(Boolean).join(' · '),
    );
    if (rows.length > 0) notify.warning('Typed payments were not saved', rows.join(', '));
    latest.current.leave();
  }, [isLost, latest, notify]);
  return isLost;
}
