import { useEffect, useMemo, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { ApiError } from '#contract/errors.ts';
import type { Store } from '#contract/stores.ts';
import { taxRuleOf } from '#domain/store-rules.ts';
import { wordsFor } from '#renderer/lib/failures.ts';
import { soundError } from '#renderer/lib/sound.ts';
import { till } from '#renderer/lib/till.ts';
import { useNotify } from '#renderer/ui/toasts.tsx';
import { finishCutSale } from '../recovery/cut-completion.ts';
import { useTellExisting } from '../drafts/existing-draft.tsx';
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
    const report = (error: unknown, title: string) => {
      const isFloor = error instanceof ApiError && error.code === 'price_floor';
      const words = isFloor ? { title, body: error.message } : wordsFor(error, title);
      notify.error(words.title, words.body);
      soundError();
    };
    const onLost = (messages: string[]) => {
      notify.error(
        messages.length === 1 ? 'An item was lost' : `${messages.length} items were lost`,
        messages[0],
      );
      soundError();
    };
    const tellOver = async (transactionId: number) => {
      if (await finishCutSale(created, transactionId)) return navigate('/pos', { replace: true });
      notify.warning('Transaction already completed', 'This transaction has already been completed');
      await navigate(`/transactions/${transactionId}`, { replace: true });
    };
    const created = createWorkingSale({
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
      till.printer.onStatus((status) => {
        if (sale.read().afterSale?.print?.job_key === status.job_key) sale.showPrint({ print: status });
      }),
    [sale],
  );
  return <TillContext value={sale}>{children}</TillContext>;
}
