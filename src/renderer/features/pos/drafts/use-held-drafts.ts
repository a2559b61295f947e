import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { transactions, type HeldDraft } from '#contract/transactions.ts';
import { read } from '#renderer/lib/read.ts';

export type HeldDrafts = UseQueryResult<HeldDraft[]>;

/** Reads the store's drafts; resuming, saving or leaving one invalidates them. */
export function useHeldDrafts(): HeldDrafts {
  return useQuery({
    ...read(transactions.drafts),
    select: (answer) => answer.data,
    // The dialog, which needs all fields, mounts later than the badge, which reads the count only.
    notifyOnChangeProps: 'all',
  });
}

/** Finds the draft that a staff member holds for a customer, other than the one this till works on. */
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
