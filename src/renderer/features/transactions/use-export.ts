import type { RouteInput } from '#contract/define-route.ts';
import type { transactions } from '#contract/transactions.ts';
import { api } from '#renderer/lib/api-client.ts';
import { wordsFor } from '#renderer/lib/failures.ts';
import { saveFile } from '#renderer/lib/save-file.ts';
import { useOnce, type Once } from '#renderer/lib/use-once.ts';
import { useNotify } from '#renderer/ui/toasts.tsx';

type Filters = RouteInput<typeof transactions.export>['query'];

/** Saves the list, as it is filtered, as a CSV file. */
export function useExport(): Once<Filters, void> {
  const notify = useNotify();
  return useOnce(async (query: Filters) => {
    try {
      const file = await api.transactions.export({ query });
      notify.settled();
      saveFile(file, ['transactions', query.start_date, query.end_date].filter(Boolean).join('-') + '.csv');
    } catch (error) {
      const words = wordsFor(error, 'Failed to export transactions');
      notify.error(words.title, words.body);
    }
  });
}
