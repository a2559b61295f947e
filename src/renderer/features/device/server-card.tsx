import { makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import type { ServerLook } from '#bridge/connection.ts';
import type { Zones } from '#domain/store-time.ts';
import { Card } from '#renderer/ui/card.tsx';
import { Stack } from '#renderer/ui/layout.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { useServerState } from './device-queries.ts';
import { Fingerprint } from './fingerprint.tsx';
import { AddressForm, ChooseServerDialog, type LeavingText, ServerFound } from './server-choice.tsx';
import { type ChoosingServer, useChoosingServer } from './use-choosing-server.ts';

const useStyles = makeStyles({
  now: { display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: '8px 12px', minHeight: '22px' },
  /** Takes no gap while it is empty. */
  found: { ':empty': { marginTop: '-20px' } },
});

export type ServerCardProps = ChoosingServer & {
  timeZone: Zones;
  leaving: LeavingText;
  /** Why the server cannot be changed now. */
  disabledReason: string | null;
};

/** Shows the state of the till's server and offers to change it. */
export function ServerCard({ server, timeZone, leaving, disabledReason, ...choosing }: ServerCardProps) {
  const styles = useStyles();
  const [found, setFound] = useState<ServerLook | null>(null);
  const state = useServerState(server.url);
  const change = useChoosingServer({
    ...choosing,
    server,
    onChosen: (look, isMove) => {
      setFound(null);
      choosing.onChosen(look, isMove);
    },
  });
  const look = state.data;
  const isWell = look?.state === 'ready';
  return (
    <Card title="Server">
      <Stack gap={20}>
        <div role="status" aria-label="Server in use">
          {look && !isWell ? (
            <ServerFound look={look} timeZone={timeZone} onChoose={change.ask} />
          ) : (
            <div className={styles.now}>
              <Text size="bodyStrong" tone="text1" breaks>
                {server.url}
              </Text>
              {look ? <StatusBadge tone="green">Connected</StatusBadge> : null}
              <Text size="label" tone="text3">
                {look ? `Version ${look.version}` : state.isError ? 'Could not be asked' : 'Asking…'}
              </Text>
            </div>
          )}
        </div>
        {isWell && server.fingerprint !== null ? (
          <Fingerprint label="Its own certificate, trusted at this till" value={server.fingerprint} />
        ) : null}
        <AddressForm label="Another server" onTyped={() => setFound(null)} onFound={setFound} />
        <div role="status" aria-label="Server found" className={styles.found}>
          {found ? (
            <ServerFound
              look={found}
              timeZone={timeZone}
              disabledReason={disabledReason}
              onChoose={found.state === 'ready' && found.url === server.url ? undefined : change.ask}
            />
          ) : null}
        </div>
      </Stack>
      {change.asked ? (
        <ChooseServerDialog
          look={change.asked}
          server={server}
          leaving={leaving}
          busy={change.busy}
          trouble={change.trouble}
          isUnsaved={change.isUnsaved}
          onConfirm={change.confirm}
          onCancel={change.cancel}
        />
      ) : null}
    </Card>
  );
}
