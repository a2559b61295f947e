import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { transactions, type HeldDraft } from '#contract/transactions.ts';
import { read } from '#renderer/lib/read.ts';

export type HeldDrafts = UseQueryResult<HeldDraft[]>;

/** The store's pending drafts; what takes up, saves or leaves one invalidates them. */
export function useHeldDrafts(): HeldDrafts {
  return useQuery({
    ...read(transactions.drafts),
    select: (answer) => answer.data,
    // The dialog that shows all of it is mounted later than the badge, which reads the count alone.
    notifyOnChangeProps: 'all',
  });
}

/** Looks for the draft that somebody holds for a customer, other than the one that the till works on. */
export function useFindDraft() {
  const queryClient = useQueryClient();
  return async (held: { staffId: number; customerId: number; except: number | null }) => {
    const drafts = await queryClient.fetchQuery({ ...read(transactions.drafts), staleTime: 0 });
    return drafts.data.find(
      (draft) =>
        draft.staff.id === held.staffId && draft.customer?.id === held.customerId && draft.id !== held.except,
    );
  };
}
