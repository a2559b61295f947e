import { errorTextFor } from '#renderer/lib/failures.ts';
import { saveFile } from '#renderer/lib/save-file.ts';
import { useOnce, type Once } from '#renderer/lib/use-once.ts';
import { useNotify } from '#renderer/ui/toasts.tsx';

type Dated = { start_date?: string | undefined; end_date?: string | undefined };

/** Saves a filtered list as a CSV file; `what` names the file, with its dates, and appears in its error text. */
export function useFileExport<Query extends object>(
  what: string,
  load: (query: Query) => Promise<Blob>,
): Once<Query, void> {
  const notify = useNotify();
  return useOnce(async (query: Query) => {
    try {
      const file = await load(query);
      notify.settled();
      const { start_date, end_date }: Dated = query;
      saveFile(file, [what, start_date, end_date].filter(Boolean).join('-') + '.csv');
    } catch (error) {
      const text = errorTextFor(error, `Failed to export ${what}`);
      notify.error(text.title, text.body);
    }
  });
}
