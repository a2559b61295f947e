import { useLayoutEffect } from 'react';
import type { Tender } from '#domain/payments.ts';
import { isChoosing } from '#renderer/lib/deliberate-keys.ts';
import { isDialogOpen, isMenuOpen } from '#renderer/lib/is-dialog-open.ts';
import { takePress } from '#renderer/lib/second-press.ts';
import { useLatest } from '#renderer/lib/use-latest.ts';

/** Returns the key of a method by its place. It needs Alt, as plain digits belong to an amount or a scanner. */
export const methodKey = (place: number): string => `Alt+${place + 1}`;

type PaymentKeys = {
  methods: readonly Tender[];
  onChoose: (method: Tender) => void;
  onComplete: () => void;
  /** Null where nobody here may take an item in trade. */
  onTradeIn: (() => void) | null;
  onLeave: () => void;
};

/**
 * Handles the keys of the payment screen: Ctrl+Enter completes, Alt and a digit choose the method, F5 takes an item in
 * trade, Esc leaves.
 */
export function usePaymentKeys(keys: PaymentKeys): void {
  const latest = useLatest(keys);
  useLayoutEffect(() => {
    const actOf = ({ key, code, ctrlKey, altKey }: KeyboardEvent): (() => void) | null => {
      const { methods, onChoose, onComplete, onTradeIn, onLeave } = latest.current;
      if (key === 'Enter' && ctrlKey) return () => takePress() && onComplete();
      if (key === 'F5' && onTradeIn) return onTradeIn;
      if (key === 'Escape' && !isMenuOpen()) return onLeave;
      const method = altKey && !ctrlKey ? methods[Number(/^Digit(\d)$/.exec(code)?.[1]) - 1] : undefined;
      return method === undefined ? null : () => onChoose(method);
    };
    const onKey = (event: KeyboardEvent) => {
      // A field that closed its list with Esc has handled the key.
      if (
        event.repeat ||
        event.defaultPrevented ||
        event.isComposing ||
        isDialogOpen() ||
        isChoosing(event.target)
      )
        return;
      const act = actOf(event);
      if (!act) return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [latest]);
}
