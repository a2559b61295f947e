import { useQuery } from '@tanstack/react-query';
import { stores } from '#contract/stores.ts';
import { read } from '#renderer/lib/read.ts';
import { Card } from '#renderer/ui/card.tsx';
import { ErrorState } from '#renderer/ui/error-state.tsx';
import { FactRows } from '#renderer/ui/fact-rows.tsx';
import { Skeleton } from '#renderer/ui/skeleton.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { openWorkText } from './open-work-text.ts';

/** Shows what an inactive store left unfinished, for people who clear it. */
export function LeftOpen({ storeId }: { storeId: number }) {
  const open = useQuery(read(stores.openWork, { params: { storeId } }));
  const work = open.data && openWorkText(open.data);
  return (
    <Card title="Left to clear">
      {!work && open.isError ? (
        <ErrorState
          title="What is open there could not be loaded"
          error={open.error}
          onRetry={() => void open.refetch()}
        />
      ) : !work ? (
        <Skeleton height={40} />
      ) : work.length === 0 ? (
        <Text as="p" size="body" tone="text3">
          Nothing is left there: no units, orders, shifts, stock counts, drafts or pending payments.
        </Text>
      ) : (
        <FactRows strong facts={work} />
      )}
    </Card>
  );
}
