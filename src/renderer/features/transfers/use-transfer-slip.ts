import type { Transfer } from '#contract/transfers.ts';
import { transferSlip } from '#domain/transfer-slip.ts';
import { useSlipFrame } from '#renderer/app/use-slip-frame.ts';
import { useSlipPrinting } from '#renderer/lib/use-slip-printing.ts';

/** Prints the slip for the box: on this till's receipt printer, else in the browser's print dialog. */
export function useTransferSlip() {
  const frame = useSlipFrame();
  const printSlip = useSlipPrinting();
  return (transfer: Transfer) => printSlip(transferSlip(transfer, frame.plain()));
}
