import type { Cart } from '#domain/cart.ts';
import { useNotify } from '#renderer/ui/toasts.tsx';
import type { DiscountEntry } from './discount-entry.ts';
import { useLeftCart } from './use-left-cart.ts';

/** Milliseconds that the typed discount stays, so that it can be written down. */
const LIFETIME = 60_000;

/** Closes the dialog once its cart is elsewhere, and tells what was typed there: the next cart must not get it. */
export function useUnaddedDiscount(
  cart: Cart,
  { type, value, reason }: DiscountEntry,
  onClose: () => void,
): void {
  const notify = useNotify();
  useLeftCart(cart, () => {
    const off = value && `${value}${type === 'percentage' ? '%' : ''} off`;
    const typed = [off, reason].filter(Boolean).join(' · ');
    if (typed) notify.warning('Discount was not added', typed, { lifetime: LIFETIME });
    onClose();
  });
}
