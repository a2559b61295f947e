import type { TradeIn } from '#contract/trade-ins.ts';
import { tradeInSlip } from '#domain/trade-in-slip.ts';
import { useSlipFrame } from '#renderer/app/use-slip-frame.ts';
import { useSlipPrinting } from '#renderer/lib/use-slip-printing.ts';

/** Prints the slip of a trade-in in the background: its seller signs it; cash that is paid out opens the drawer. */
export function useTradeInSlip() {
  const frame = useSlipFrame();
  const print = useSlipPrinting();
  return (traded: TradeIn, { again = false } = {}) =>
    print(
      tradeInSlip(traded, frame.registered(traded.business)),
      again ? {} : { key: `trade-in-${traded.id}`, openDrawer: traded.payout?.method === 'cash' },
    );
}
