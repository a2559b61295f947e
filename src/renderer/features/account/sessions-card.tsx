import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { account, type OwnSession } from '#contract/account.ts';
import type { Store } from '#contract/stores.ts';
import { relativeTime } from '#domain/relative-time.ts';
import { formatInstant, zonesOf } from '#domain/store-time.ts';
import { read } from '#renderer/lib/read.ts';
import { serverNow } from '#renderer/lib/server-time.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { ConfirmDialog } from '#renderer/ui/confirm-dialog.tsx';
import { DataTable, type Column } from '#renderer/ui/data-table.tsx';
import { ErrorState } from '#renderer/ui/error-state.tsx';
import { Row } from '#renderer/ui/layout.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { Text } from '#renderer/ui/text.tsx';

const nameOf = ({ device_name: device }: OwnSession) => device ?? 'Unnamed device';

/** Lists the person's own sessions; they can end each of them, or all but the current one. Times are the store's. */
export function SessionsCard({ store }: { store: Pick<Store, 'name' | 'timezone' | 'zones'> }) {
  const query = useQuery(read(account.sessions));
  const [isAsking, setAsking] = useState(false);
  const end = useRouteMutation(account.endSession, {
    done: 'Signed out there',
    failed: 'Failed to sign out there',
  });
  const endOthers = useRouteMutation(account.endOtherSessions, {
    done: 'Signed out everywhere else',
    failed: 'Failed to sign out elsewhere',
  });
  const sessions = query.data;
  const others = sessions?.filter((session) => !session.is_current).length ?? 0;

  const columns: Column<OwnSession>[] = [
    {
      key: 'device',
      head: 'Device',
      cell: (row) => (
        <Row as="span" gap={8} align="center" wraps>
          {nameOf(row)}
          {row.is_current ? (
            <StatusBadge tone="green" mark="none">
              This one
            </StatusBadge>
          ) : null}
        </Row>
      ),
    },
    {
      key: 'place',
      head: 'Place',
      cell: (row) => (
        <>
          {row.is_current ? store.name : (row.store?.name ?? 'No store yet')}
          {row.address ? (
            <Text as="div" size="label" tone="text3">
              {row.address}
            </Text>
          ) : null}
        </>
      ),
    },
    {
      key: 'used',
      head: 'Last used',
      cell: (row) => (
        <>
          {row.is_current ? 'Now' : relativeTime(row.last_used_at ?? row.created_at, serverNow())}
          <Text as="div" size="label" tone="text3">
            Signed in {formatInstant(row.created_at, zonesOf(store))}
          </Text>
        </>
      ),
    },
    {
      key: 'end',
      head: 'Actions',
      headHidden: true,
      align: 'end',
      width: '120px',
      cell: (row) =>
        row.is_current ? null : (
          <Button
            aria-label={`Sign out on ${nameOf(row)}`}
            disabled={end.busy}
            onClick={() => void end.run({ params: { sessionId: row.id } })}
          >
            Sign out
          </Button>
        ),
    },
  ];
  return (
    <Card
      flush
      title="Where you are signed in"
      side={others > 0 ? <Button onClick={() => setAsking(true)}>Sign out everywhere else</Button> : null}
    >
      <DataTable
        bare
        label="Where you are signed in"
        columns={columns}
        rows={sessions}
        rowKey={(row) => row.id}
        instead={
          query.isError && !sessions ? (
            <ErrorState
              compact
              title="Your sign-ins could not be loaded"
              error={query.error}
              onRetry={() => void query.refetch()}
            />
          ) : null
        }
      />
      <ConfirmDialog
        open={isAsking}
        title="Sign out everywhere else?"
        consequence={`${others === 1 ? 'One other device asks' : `${others} other devices ask`} for your password again. Carts that stand there are kept.`}
        confirmLabel="Sign out elsewhere"
        onConfirm={() => {
          setAsking(false);
          void endOthers.run({});
        }}
        onCancel={() => setAsking(false)}
      />
    </Card>
  );
}
