import { useEffect, useRef, useState } from 'react';
import type { Cart } from '#domain/cart.ts';
import { useLatest } from '#renderer/lib/use-latest.ts';

/** Calls `onLeft` once the till has another cart than the one that a dialog was opened over. */
export function useLeftCart({ draft }: Cart, onLeft: () => void): void {
  const latest = useLatest(onLeft);
  const known = useRef(draft?.id);
  const id = draft?.id;
  useEffect(() => {
    // A cart gets its draft while the dialog is open.
    if (known.current !== undefined && known.current !== id) latest.current();
    known.current = id;
  }, [id, latest]);
}

/** True once the till has another cart than the one that a dialog was opened over. */
export function useIsCartLeft(cart: Cart): boolean {
  const [isLeft, setIsLeft] = useState(false);
  useLeftCart(cart, () => setIsLeft(true));
  return isLeft;
}
