import { makeStyles } from '@fluentui/react-components';
import { CloudArrowUp20Regular } from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { backups as routes } from '#contract/backups.ts';
import { formatInstant, zonesOf } from '#domain/store-time.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { KeptCard } from '#renderer/features/backups/kept-card.tsx';
import { KeyCard } from '#renderer/features/backups/key-card.tsx';
import { LastGoodCard } from '#renderer/features/backups/last-good-card.tsx';
import { PlacesCard } from '#renderer/features/backups/places-card.tsx';
import { RestoreCard } from '#renderer/features/backups/restore-card.tsx';
import { TakeOverNote } from '#renderer/features/backups/take-over-note.tsx';
import { read } from '#renderer/lib/read.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { Card } from '#renderer/ui/card.tsx';
import { LoadedCard } from '#renderer/ui/loaded-card.tsx';
import { Page, PageHeader } from '#renderer/ui/page-header.tsx';
import { Skeleton } from '#renderer/ui/skeleton.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { windows } from '#renderer/ui/theme.ts';
import { WarningNote } from '#renderer/ui/warning-note.tsx';

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 2fr) minmax(280px, 1fr)',
    alignItems: 'start',
    gap: '16px',
    [windows.onePane]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  column: { display: 'flex', flexDirection: 'column', gap: '16px', minWidth: 0 },
});

/** While one is made, the page looks every other second; else it stays open all day. */
const LOOK = { running: 2000, idle: 60_000 };

/** /settings/backups: whether the shop can be restored, from where, and how; for admins. */
export function BackupsPage() {
  const styles = useStyles();
  const { store } = useSignedIn();
  const query = useQuery({
    ...read(routes.get),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.state?.is_running ? LOOK.running : LOOK.idle),
  });
  const make = useRouteMutation(routes.make, { done: 'The backup has begun', failed: 'Failed to back up' });
  const zones = zonesOf(store);
  const state = query.data?.state;
  const header = (
    <PageHeader
      title="Backups"
      line="Copies of the whole shop, which the server itself restores and compares every hour."
      {...(state
        ? {
            actions: {
              primary: {
                label: 'Back up now',
                icon: <CloudArrowUp20Regular />,
                busy: make.busy || state.is_running,
                onClick: () => void make.run({}),
              },
            },
          }
        : {})}
    />
  );
  if (!query.data) {
    return (
      <Page>
        {header}
        <LoadedCard query={query} what="The state of the backups">
          <Skeleton height={146} />
        </LoadedCard>
      </Page>
    );
  }
  if (!state) {
    return (
      <Page>
        {header}
        <Card title="PostgreSQL">
          <Text as="p" size="body" tone="text2">
            This chain keeps its data in PostgreSQL, which is backed up by its own tools. The guide shows how,
            with pgBackRest.
          </Text>
        </Card>
      </Page>
    );
  }
  const { places, trouble } = state;
  return (
    <Page>
      {header}
      {trouble ? (
        <WarningNote>
          {trouble.text} ({formatInstant(trouble.at, zones)})
        </WarningNote>
      ) : null}
      {state.is_copy ? <TakeOverNote /> : null}
      <div className={styles.columns}>
        <div className={styles.column}>
          <LastGoodCard state={state} zones={zones} />
          <PlacesCard places={places} />
          <KeptCard places={places} zones={zones} />
        </div>
        <div className={styles.column}>
          <RestoreCard place={places.at(-1)} />
          <KeyCard check={query.data.key_check} />
        </div>
      </div>
    </Page>
  );
}
