import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import type { KeptSale } from '#bridge/offline-sales.ts';
import { offlineRulesOf } from '#domain/offline-sales.ts';
import type { Store } from '#contract/stores.ts';
import { zonesOf } from '#domain/store-time.ts';
import { errorTextFor } from '#renderer/lib/failures.ts';
import { useOfflineTill } from '#renderer/lib/offline-till.ts';
import { services } from '#renderer/lib/services.ts';
import { saveFile } from '#renderer/lib/save-file.ts';
import { till } from '#renderer/lib/till.ts';
import { useNotify } from '#renderer/ui/toasts.tsx';
import { printReceipt } from '../after-sale/use-printing.ts';
import { printPaperAgain } from './print-again.ts';

const load = () => import('./sales-dialog.tsx');
const SalesDialog = lazy(async () => ({ default: (await load()).SalesDialog }));

/** Returns the list of this till's sales without the server: how to open it, null where there can be none. */
export function useSalesDialog(store: Store): { open: (() => void) | null; dialog: ReactNode } {
  const hasSales = useOfflineTill()?.has_sales ?? false;
  const notify = useNotify();
  const [isOpen, setOpen] = useState(false);
  const isOffered = till.kind === 'electron' && (hasSales || offlineRulesOf(store.settings).enabled);
  // Loaded before the network can prevent it.
  useEffect(() => {
    if (isOffered) void load().catch(() => undefined);
  }, [isOffered]);
  const print = async (kept: KeptSale) => {
    try {
      const status = await printPaperAgain(services, printReceipt, kept);
      if (status?.state === 'failed' || status?.state === 'no_printer') {
        notify.error('Receipt not printed', status.reason ?? 'No receipt printer');
      } else notify.success(`${kept.invoice_number ?? kept.number} is being printed`);
    } catch (error) {
      const text = errorTextFor(error, 'Failed to print receipt');
      notify.error(text.title, text.body);
    }
  };
  const save = async () => {
    try {
      const { name, text } = await till.offline.export();
      saveFile(new Blob([text], { type: 'application/json' }), name);
    } catch (error) {
      const text = errorTextFor(error, 'The sales were not saved');
      notify.error(text.title, text.body);
    }
  };
  return {
    open: isOffered ? () => setOpen(true) : null,
    dialog: isOpen ? (
      <Suspense fallback={null}>
        <SalesDialog timeZone={zonesOf(store)} onPrint={print} onSave={save} onClose={() => setOpen(false)} />
      </Suspense>
    ) : null,
  };
}
