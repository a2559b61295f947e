import { makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import type { FoundServer, ServerLook } from '#bridge/connection.ts';
import { deviceSettings, type ServerSettings } from '#bridge/settings.ts';
import { till } from '#renderer/lib/till.ts';
import { OpenCard, OpenLink } from '#renderer/ui/open-card.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { useNotify } from '#renderer/ui/toasts.tsx';
import { useSaveDevices } from './device-queries.ts';
import { FoundServers } from './found-servers.tsx';
import { chooseLabel } from './server-text.ts';
import { AddressForm, ChooseServerDialog, ServerFound } from './server-choice.tsx';
import { useChoosingServer } from './use-choosing-server.ts';

const useStyles = makeStyles({
  parts: { display: 'flex', flexDirection: 'column', gap: '20px', marginTop: '24px' },
  /** Takes no gap while it is empty. */
  found: { ':empty': { marginTop: '-20px' } },
});

const NOBODY = { isSignedIn: false, cart: null };

type ConnectTillProps = {
  /** The server that is tried until one is chosen. */
  server: ServerSettings;
  onChosen: (look: ServerLook) => void;
  /** The page that makes a new shop on this computer; null where this program cannot. */
  newShop: string | null;
};

/** A till's first start: its server, which its fingerprint proves, and its name. */
export function ConnectTill({ server, onChosen, newShop }: ConnectTillProps) {
  const styles = useStyles();
  const notify = useNotify();
  const save = useSaveDevices();
  const [name, setName] = useState('');
  const [found, setFound] = useState<ServerLook | null>(null);
  const [busy, setBusy] = useState<FoundServer | null>(null);
  const nameTill = async () => {
    const till_name = deviceSettings.shape.till_name.parse(name);
    try {
      if (till_name) await save({ till_name });
    } catch {
      notify.warning('The till’s name was not saved', 'Enter it again under “This Till”.');
    }
  };
  const change = useChoosingServer({
    server,
    onLeave: () => Promise.resolve(),
    onChosen: (look) => void nameTill().then(() => onChosen(look)),
  });
  const lookAt = async (server: FoundServer) => {
    setBusy(server);
    setFound(null);
    try {
      const look = await till.server.lookAtFound(server);
      // The question shows all there is to compare; what cannot be chosen says why.
      if (chooseLabel(look) === null) setFound(look);
      else change.ask(look);
    } catch {
      notify.error('The server could not be looked at', 'Try again, or type its address.');
    } finally {
      setBusy(null);
    }
  };
  return (
    <OpenCard
      wide
      title="Connect this till"
      line="Once: to the server of your shop."
      links={
        <>
          <OpenLink to="/support">Contact support</OpenLink>
          <OpenLink to="/device">This Till</OpenLink>
          {newShop === null ? null : <OpenLink to={newShop}>New shop</OpenLink>}
        </>
      }
    >
      <div className={styles.parts}>
        <TextField
          label="Till name"
          value={name}
          maxLength={100}
          autoComplete="off"
          hint="Stands on test pages and in the log. “Counter 1”."
          onChange={(event) => setName(event.target.value)}
        />
        <FoundServers busy={busy} onChoose={(server) => void lookAt(server)} />
        <AddressForm label="Server address" onTyped={() => setFound(null)} onFound={setFound} />
        <div role="status" aria-label="Server found" className={styles.found}>
          {found ? (
            <ServerFound
              look={found}
              timeZone={Intl.DateTimeFormat().resolvedOptions().timeZone}
              onChoose={change.ask}
            />
          ) : null}
        </div>
      </div>
      {change.asked ? (
        <ChooseServerDialog
          look={change.asked}
          server={server}
          leaving={NOBODY}
          busy={change.busy}
          trouble={change.trouble}
          isUnsaved={change.isUnsaved}
          onConfirm={change.confirm}
          onCancel={change.cancel}
        />
      ) : null}
    </OpenCard>
  );
}
