import { ApiError } from '#contract/errors.ts';
import { wordsFor } from '#renderer/lib/failures.ts';
import { soundError } from '#renderer/lib/sound.ts';
import type { Notify } from '#renderer/ui/toasts.tsx';

/** How the sale says to the cashier what went wrong: seen, and heard. */
export function tellCashier(notify: Pick<Notify, 'error'>) {
  return {
    report: (error: unknown, title: string): void => {
      const isFloor = error instanceof ApiError && error.code === 'price_floor';
      const words = isFloor ? { title, body: error.message } : wordsFor(error, title);
      notify.error(words.title, words.body);
      soundError();
    },
    onLost: (messages: string[]): void => {
      notify.error(
        messages.length === 1 ? 'An item was lost' : `${messages.length} items were lost`,
        messages[0],
      );
      soundError();
    },
  };
}
