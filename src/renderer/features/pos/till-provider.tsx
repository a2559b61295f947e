import { useEffect, useMemo, type ReactNode } from 'react';
import type { Store } from '#contract/stores.ts';
import { taxRuleOf } from '#domain/store-rules.ts';
import { wordsFor } from '#renderer/lib/failures.ts';
import { soundError } from '#renderer/lib/sound.ts';
import { till } from '#renderer/lib/till.ts';
import { useNotify } from '#renderer/ui/toasts.tsx';
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
  const sale = useMemo(() => {
    const report = (error: unknown, title: string) => {
      const words = wordsFor(error, title);
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
    return createWorkingSale({
      staffId,
      storeId: store.id,
      tax: taxRuleOf(store.settings),
      timeZone: store.timezone,
      report,
      onLost,
    });
  }, [staffId, store, notify]);

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
