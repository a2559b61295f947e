import type { TradeIn } from '#contract/trade-ins.ts';
import { paperStore } from '#domain/receipt.ts';
import { tradeInSlip } from '#domain/trade-in-slip.ts';
import { zonesOf } from '#domain/store-time.ts';
import { useChainSettings } from '#renderer/app/chain-settings.tsx';
import { useSignedIn } from '#renderer/app/session.tsx';
import { serverNow } from '#renderer/lib/server-time.ts';
import { useSlipPrinting } from '#renderer/lib/use-slip-printing.ts';

/** Prints the slip of a trade-in in the background: its seller signs it; cash that is paid out opens the drawer. */
export function useTradeInSlip() {
  const { store, staff } = useSignedIn();
  const { shop_name } = useChainSettings();
  const print = useSlipPrinting();
  return (traded: TradeIn, { again = false } = {}) =>
    print(
      tradeInSlip(traded, {
        shop_name,
        store: paperStore(store),
        printed_at: serverNow(),
        time_zone: zonesOf(store),
        staff_name: staff.name,
      }),
      again ? {} : { key: `trade-in-${traded.id}`, openDrawer: traded.payout?.method === 'cash' },
    );
}
