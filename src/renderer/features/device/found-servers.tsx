import { makeStyles } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { FoundServer } from '#bridge/connection.ts';
import { queryKeys } from '#renderer/lib/queries.ts';
import { till } from '#renderer/lib/till.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Spread, Stack } from '#renderer/ui/layout.tsx';
import { LoadingNote, Skeleton } from '#renderer/ui/skeleton.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { palette, windows } from '#renderer/ui/theme.ts';
import { Fingerprint } from './fingerprint.tsx';

const useStyles = makeStyles({
  /** As high as one server, so that nothing jumps when it is found. */
  waiting: { minHeight: '176px' },
  /** Takes no gap while it is empty. */
  search: { ':empty': { marginTop: '-12px' } },
  server: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    gap: '12px 16px',
    alignItems: 'center',
    padding: '16px',
    border: `1px solid ${palette.hairline}`,
    borderRadius: '8px',
    [windows.phone]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  proof: { gridColumn: '1 / -1', minWidth: 0 },
});

const NOTHING =
  'No server was found in this network. Type its address: whoever runs the server sees it where the server was started.';
const MORE = 'More servers answer than are shown. If yours is missing, type its address.';

type FoundServersProps = {
  /** The server that is being looked at. */
  busy: FoundServer | null;
  onChoose: (server: FoundServer) => void;
};

/** Lists the servers that announce themselves in this till's networks. */
export function FoundServers({ busy, onChoose }: FoundServersProps) {
  const styles = useStyles();
  const titleId = useId();
  const { data, isFetching, refetch } = useQuery({
    queryKey: queryKeys.foundServers,
    queryFn: () => till.server.find(),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  const servers = isFetching ? [] : (data?.servers ?? []);
  return (
    <section aria-labelledby={titleId}>
      <Stack gap={12}>
        <Spread align="center" gap={16}>
          <Text as="h2" id={titleId} size="cardTitle" tone="text1">
            Servers in this network
          </Text>
          <Button disabled={isFetching} onClick={() => void refetch()}>
            Look again
          </Button>
        </Spread>
        <div role="status" aria-label="Search" className={styles.search}>
          {isFetching ? (
            <div className={styles.waiting}>
              <LoadingNote>Looking for servers</LoadingNote>
              <Skeleton height={176} />
            </div>
          ) : servers.length === 0 ? (
            <Text as="p" size="body" tone="text2">
              {NOTHING}
            </Text>
          ) : null}
        </div>
        {servers.length > 0 ? (
          <Stack as="ul" gap={12} aria-labelledby={titleId}>
            {servers.map((server) => (
              <Found
                key={`${server.url} ${server.fingerprint}`}
                server={server}
                isBusy={busy === server}
                onChoose={() => onChoose(server)}
              />
            ))}
          </Stack>
        ) : null}
        {!isFetching && data?.has_more ? (
          <Text as="p" size="label" tone="text3">
            {MORE}
          </Text>
        ) : null}
      </Stack>
    </section>
  );
}

type FoundProps = { server: FoundServer; isBusy: boolean; onChoose: () => void };

function Found({ server, isBusy, onChoose }: FoundProps) {
  const styles = useStyles();
  const id = useId();
  const { name, url, fingerprint } = server;
  return (
    <li className={styles.server}>
      <div id={id}>
        <Text as="div" size="bodyStrong" tone="text1" breaks>
          {name || 'A shop without a name'}
        </Text>
        <Text as="div" size="label" tone="text3" breaks>
          {url}
        </Text>
      </div>
      <Button size="till" disabled={isBusy} aria-describedby={id} onClick={onChoose}>
        {isBusy ? 'Checking…' : 'Connect'}
      </Button>
      <div className={styles.proof}>
        <Fingerprint label="Fingerprint" value={fingerprint} />
      </div>
    </li>
  );
}
