import { zodResolver } from '@hookform/resolvers/zod';
import { makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from '#contract/zod.ts';
import { serverAddress, type ServerLook } from '#bridge/connection.ts';
import { till } from '#renderer/lib/till.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { palette, type } from '#renderer/ui/theme.ts';
import { ChooseServerDialog, type LeavingText } from './choose-server-dialog.tsx';
import { useServerState } from './device-queries.ts';
import { Fingerprint } from './fingerprint.tsx';
import { ServerFound } from './server-found.tsx';
import { useChoosingServer, type ChoosingServer } from './use-choosing-server.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: '20px' },
  now: { display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: '8px 12px', minHeight: '22px' },
  url: { ...type.bodyStrong, color: palette.text1, overflowWrap: 'anywhere' },
  quiet: { ...type.label, color: palette.text3 },
  form: { display: 'flex', alignItems: 'flex-start', gap: '8px' },
  field: { flexGrow: 1 },
  /** While nothing was found, it takes no gap. */
  found: { ':empty': { marginTop: '-20px' } },
  /** Beside the field, below its label. */
  check: { marginTop: '24px' },
});

type AddressValues = z.output<typeof serverAddress>;

export type ServerCardProps = ChoosingServer & {
  timeZone: string;
  leaving: LeavingText;
  /** Why the server cannot be changed just now. */
  disabledReason: string | null;
};

/** The one server that the till works with: how it is, and the way to another one. */
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
      <div className={styles.root}>
        <div role="status" aria-label="Server in use">
          {look && !isWell ? (
            <ServerFound look={look} timeZone={timeZone} onChoose={change.ask} />
          ) : (
            <div className={styles.now}>
              <span className={styles.url}>{server.url}</span>
              {look ? <StatusBadge tone="green">Connected</StatusBadge> : null}
              <span className={styles.quiet}>
                {look ? `Version ${look.version}` : state.isError ? 'Could not be asked' : 'Asking…'}
              </span>
            </div>
          )}
        </div>
        {isWell && server.fingerprint !== null ? (
          <Fingerprint label="Its own certificate, trusted at this till" value={server.fingerprint} />
        ) : null}
        <AddressForm onTyped={() => setFound(null)} onFound={setFound} />
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
      </div>
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

/** Looks at another address; nothing changes by that. */
function AddressForm(props: { onTyped: () => void; onFound: (look: ServerLook) => void }) {
  const styles = useStyles();
  const { register, handleSubmit, setError, formState } = useForm<AddressValues>({
    resolver: zodResolver(serverAddress),
    defaultValues: { url: '' },
  });
  const { errors, isSubmitting } = formState;
  const check = handleSubmit(async ({ url }) => {
    try {
      props.onFound(await till.server.look(url));
    } catch {
      setError('url', { message: 'This address cannot be looked at' });
    }
  });
  return (
    <form noValidate className={styles.form} onSubmit={(event) => void check(event)}>
      <TextField
        {...register('url', { onChange: props.onTyped })}
        className={styles.field}
        label="Another server"
        autoComplete="off"
        spellCheck={false}
        maxLength={500}
        placeholder="https://192.168.1.10:4100"
        hint="As the server shows it when it starts."
        error={errors.url?.message}
      />
      <Button className={styles.check} type="submit" disabled={isSubmitting}>
        {isSubmitting ? 'Checking…' : 'Check'}
      </Button>
    </form>
  );
}
