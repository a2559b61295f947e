import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Store } from '#contract/stores.ts';
import { sellsAtTill, taxRuleOf } from '#domain/store-rules.ts';
import { zonesOf } from '#domain/store-time.ts';
import { offlineTill } from '#renderer/lib/offline-till.ts';
import { services } from '#renderer/lib/services.ts';
import { till } from '#renderer/lib/till.ts';
import { useLatest } from '#renderer/lib/use-latest.ts';
import { useMoneyText } from '#renderer/ui/money-text.tsx';
import { useNotify } from '#renderer/ui/toasts.tsx';
import { printReceipt } from '../after-sale/use-printing.ts';
import { useTellExisting, useWayToDraft } from '../drafts/existing-draft.tsx';
import { useTellOverpaid } from '../drafts/existing-payments.tsx';
import { TillContext } from './till-context.ts';
import { createTillSale } from './till-sale.ts';

/** Keeps one working sale for a person at a store, above the pages: it survives navigation. */
export function TillProvider({
  staffId,
  store,
  maySell,
  children,
}: {
  staffId: number;
  store: Store;
  maySell: boolean;
  children: ReactNode;
}) {
  const notify = useNotify();
  const withWay = useWayToDraft();
  const tellExisting = useTellExisting();
  const tellOverpaid = useTellOverpaid();
  const navigate = useNavigate();
  const inCart = useLatest(useMoneyText('cart'));
  const { id: storeId } = store;
  const zones = useLatest(zonesOf(store));
  // Compared by value: reloading the same store changes nothing.
  const { rate, pricesIncludeTax } = taxRuleOf(store.settings);
  const [firstTax] = useState({ rate, pricesIncludeTax });
  // The store's settings and zones are no dependencies: a new sale would take the cart out of the till.
  const sale = useMemo(
    () =>
      createTillSale({
        services,
        staffId,
        storeId,
        tax: firstTax,
        zones: () => zones.current,
        notify,
        withWay,
        tellExisting,
        tellOverpaid,
        print: printReceipt,
        inCart: (amount) => inCart.current(amount),
        goTo: (path) => navigate(path, { replace: true }),
      }),
    [staffId, storeId, zones, firstTax, notify, withWay, tellExisting, tellOverpaid, inCart, navigate],
  );

  useEffect(() => sale.start(), [sale]);
  useEffect(() => sale.chargeTax({ rate, pricesIncludeTax }), [sale, rate, pricesIncludeTax]);
  const sells = sellsAtTill(store);
  // A browser has its copy in memory only: it begins when it is needed.
  const isTill = useLocation().pathname.startsWith('/pos') || till.kind === 'electron';
  const follows = sells && maySell && isTill;
  useEffect(() => (follows ? sale.feed.start() : undefined), [sale, follows]);
  const wasOff = useRef(!sells);
  // Locks the cart's units again once the till is switched back on.
  useEffect(() => {
    if (sells && wasOff.current && sale.read().cart.lines.length > 0) sale.save();
    wasOff.current = !sells;
  }, [sale, sells]);
  useEffect(
    () =>
      till.printer.onStatus((status) => {
        if (sale.read().afterSale?.print?.job_key === status.job_key) sale.showPrint({ print: status });
      }),
    [sale],
  );
  useEffect(() => {
    const update = async () => {
      const key = sale.read().afterSale?.kept?.key;
      const kept = key === undefined ? null : await till.offline.sale({ key }).catch(() => null);
      if (kept) sale.updateKept(kept);
    };
    return offlineTill.watch(() => void update());
  }, [sale]);
  return <TillContext value={sale}>{children}</TillContext>;
}
