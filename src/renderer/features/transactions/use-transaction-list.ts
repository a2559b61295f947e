import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api } from '#renderer/lib/api-client.ts';
import { wordsFor } from '#renderer/lib/failures.ts';
import { freshness, queryKeys } from '#renderer/lib/queries.ts';
import { saveFile } from '#renderer/lib/save-file.ts';
import { useNotify } from '#renderer/ui/toasts.tsx';
import { filtersOf, type ListAddress } from './list-address.ts';

/** Rows of a page. */
const PER_PAGE = 20;

/** The page of transactions that an address names; while the next one loads, the one before stays. */
export function useTransactionList(storeId: number, address: ListAddress) {
  const query = { ...filtersOf(address), page: address.page, per_page: PER_PAGE };
  return useQuery({
    queryKey: queryKeys.transactions(storeId, query),
    queryFn: ({ signal }) => api.transactions.list({ query }, { signal }),
    staleTime: freshness.transactions,
    placeholderData: keepPreviousData,
  });
}

/** Saves the list, as it is filtered, as a CSV file. */
export function useExport(address: ListAddress) {
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
  const isBusy = useRef(false);
  const save = async () => {
    if (isBusy.current) return;
    isBusy.current = true;
    setBusy(true);
    try {
      const file = await api.transactions.export({ query: filtersOf(address) });
      saveFile(file, ['transactions', address.start, address.end].filter(Boolean).join('-') + '.csv');
    } catch (error) {
      const words = wordsFor(error, 'Failed to export transactions');
      notify.error(words.title, words.body);
    } finally {
      isBusy.current = false;
      setBusy(false);
    }
  };
  return { busy, save };
}
