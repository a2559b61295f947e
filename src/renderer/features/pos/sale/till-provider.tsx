import { useEffect, useMemo, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Store } from '#contract/stores.ts';
import { taxRuleOf } from '#domain/store-rules.ts';
import { outside } from '#renderer/lib/outside.ts';
import { soundError } from '#renderer/lib/sound.ts';
import { useNotify } from '#renderer/ui/toasts.tsx';
import { printReceipt } from '../after-sale/use-printing.ts';
import { useTellExisting } from '../drafts/existing-draft.tsx';
import { finishCutSale } from '../recovery/cut-completion.ts';
import { tellCashier } from './sale-words.ts';
import { TillContext } from './till-context.ts';
import { createWorkingSale } from './working-sale.ts';

/** Keeps one working sale for a person at a store, above the pages: it survives a look at another page. */
export function TillProvider({
  staffId,
  store,
  children,
}: {
  staffId: number;
  store: Store;
  children: ReactNode;
}) {
  const notify = useNotify();
  const tellExisting = useTellExisting();
  const navigate = useNavigate();
  const { id: storeId, timezone } = store;
  // By value: loading the same store again must not take the cart out of the till.
  const { rate, pricesIncludeTax } = taxRuleOf(store.settings);
  const sale = useMemo(() => {
    const { report, onLost } = tellCashier(notify);
    const tellOver = async (transactionId: number) => {
      if (await finishCutSale({ outside, print: printReceipt }, created, transactionId))
        return navigate('/pos', { replace: true });
      notify.warning('Transaction already completed', 'This transaction has already been completed');
      await navigate(`/transactions/${transactionId}`, { replace: true });
    };
    const created = createWorkingSale({
      outside,
      staffId,
      storeId,
      tax: { rate, pricesIncludeTax },
      timeZone: timezone,
      report,
      onLost,
      onDraftExists: (draft) => {
        tellExisting(draft);
        soundError();
      },
      onOver: (transactionId) =>
        void tellOver(transactionId).catch((error: unknown) => report(error, 'Failed to resume draft')),
    });
    return created;
  }, [staffId, storeId, timezone, rate, pricesIncludeTax, notify, tellExisting, navigate]);

  useEffect(() => sale.start(), [sale]);
  useEffect(
    () =>
      outside.till.printer.onStatus((status) => {
        if (sale.read().afterSale?.print?.job_key === status.job_key) sale.showPrint({ print: status });
      }),
    [sale],
  );
  return <TillContext value={sale}>{children}</TillContext>;
}
