import { makeStyles } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { stores } from '#contract/stores.ts';
import { read } from '#renderer/lib/read.ts';
import { Card } from '#renderer/ui/card.tsx';
import { ErrorState } from '#renderer/ui/error-state.tsx';
import { Skeleton } from '#renderer/ui/skeleton.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { palette, type } from '#renderer/ui/theme.ts';
import { openWorkText } from './open-work-text.ts';

const useStyles = makeStyles({
  list: { ...type.body, display: 'grid', gap: '6px', margin: 0, paddingLeft: '20px', color: palette.text2 },
});

/** Lists a store's unfinished work in sentences. */
export function WorkList({ work }: { work: readonly string[] }) {
  return (
    <ul className={useStyles().list}>
      {work.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}

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
        <WorkList work={work} />
      )}
    </Card>
  );
}
