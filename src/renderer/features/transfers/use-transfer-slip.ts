import type { Transfer } from '#contract/transfers.ts';
import type { SlipFrame } from '#domain/slip.ts';
import { transferSlip } from '#domain/transfer-slip.ts';
import { serverNow } from '#renderer/lib/server-time.ts';
import { useSlipPrinting } from '#renderer/lib/use-slip-printing.ts';

/** Prints the slip for the box: on this till's receipt printer, else in the browser's print dialog. */
export function useTransferSlip(frame: Omit<SlipFrame, 'printed_at'>) {
  const printSlip = useSlipPrinting();
  return (transfer: Transfer) => printSlip(transferSlip(transfer, { ...frame, printed_at: serverNow() }));
}
