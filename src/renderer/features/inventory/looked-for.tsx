import type { UseQueryResult } from '@tanstack/react-query';
import { Card } from '#renderer/ui/card.tsx';
import { ErrorState } from '#renderer/ui/error-state.tsx';
import { LoadingNote, Skeleton } from '#renderer/ui/skeleton.tsx';

/** Shows that a unit is being looked up, or that the lookup failed. */
export function LookedFor({ found }: { found: UseQueryResult }) {
  if (found.isLoading) {
    return (
      <>
        <LoadingNote>Looking for the unit</LoadingNote>
        <Skeleton height={180} />
      </>
    );
  }
  if (!found.isError || found.data) return null;
  return (
    <Card flush>
      <ErrorState
        title="The unit could not be looked for"
        error={found.error}
        onRetry={() => void found.refetch()}
      />
    </Card>
  );
}
