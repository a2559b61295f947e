import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { HeldDraft } from '#contract/transactions.ts';
import { api } from '#renderer/lib/api-client.ts';
import { freshness, queryKeys } from '#renderer/lib/queries.ts';

export type HeldDrafts = UseQueryResult<HeldDraft[]>;

const optionsOf = (storeId: number) => ({
  queryKey: queryKeys.drafts(storeId),
  queryFn: async () => (await api.transactions.drafts()).data,
  staleTime: freshness.drafts,
});

/** The store's pending drafts; asked again whenever the till takes up, saves or leaves one. */
export function useHeldDrafts(storeId: number, workingDraft: number | null): HeldDrafts {
  const queryClient = useQueryClient();
  useEffect(() => {
    void queryClient.invalidateQueries({ queryKey: queryKeys.drafts(storeId) });
  }, [queryClient, storeId, workingDraft]);
  // The dialog that shows all of it is mounted later than the badge, which reads the count alone.
  return useQuery({ ...optionsOf(storeId), notifyOnChangeProps: 'all' });
}

/** Looks for the draft that somebody holds for a customer, other than the one that the till works on. */
export function useFindDraft(storeId: number) {
  const queryClient = useQueryClient();
  return async (held: { staffId: number; customerId: number; except: number | null }) => {
    const drafts = await queryClient.fetchQuery({ ...optionsOf(storeId), staleTime: 0 });
    return drafts.find(
      (draft) =>
        draft.staff.id === held.staffId && draft.customer?.id === held.customerId && draft.id !== held.except,
    );
  };
}
