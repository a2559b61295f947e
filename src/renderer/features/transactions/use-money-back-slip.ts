import type { Payout } from '#domain/refunds.ts';
import type { SlipDocument } from '#domain/slip.ts';
import { errorTextFor } from '#renderer/lib/failures.ts';
import { useSlipPrinting } from '#renderer/lib/use-slip-printing.ts';
import { useNotify } from '#renderer/ui/toasts.tsx';
import { isInCash } from './money-back-text.ts';

export type MoneyBack = {
  /** The idempotency key of the print job. */
  key: string;
  payouts: readonly Payout[];
  document: () => Promise<SlipDocument>;
  /** The notification's text if there is no slip to print. */
  failed: string;
};

export type PrintMoneyBack = (back: MoneyBack) => Promise<void>;

/** Prints the slip of a payout in the background; cash opens the drawer. */
export function useMoneyBackSlip(): PrintMoneyBack {
  const notify = useNotify();
  const printSlip = useSlipPrinting();
  return async ({ key, payouts, document, failed }) => {
    try {
      await printSlip(await document(), { key, openDrawer: isInCash(payouts) });
    } catch (error) {
      const text = errorTextFor(error, failed);
      notify.warning(text.title, text.body);
    }
  };
}
