import { makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import type { ServerLook } from '#bridge/connection.ts';
import type { ServerSettings } from '#bridge/settings.ts';
import { Checkbox } from '#renderer/ui/checkbox.tsx';
import { ConfirmDialog } from '#renderer/ui/confirm-dialog.tsx';
import { palette, type } from '#renderer/ui/theme.ts';
import { Fingerprint } from './fingerprint.tsx';
import { chooseLabel } from './server-text.ts';
import { isMoveFrom } from './use-choosing-server.ts';

const useStyles = makeStyles({
  more: { display: 'flex', flexDirection: 'column', gap: '12px' },
  trouble: { ...type.bodyStrong, margin: 0, color: palette.danger },
});

const titles: Partial<Record<ServerLook['state'], string>> = {
  ready: 'Change the server?',
  untrusted: 'Is every group the same?',
  changed: 'Trust another certificate?',
};

/** What becomes of whoever is signed in, and of the cart. */
export type LeavingText = { isSignedIn: boolean; cart: string | null };

function consequenceOf(look: ServerLook, server: ServerSettings, { isSignedIn, cart }: LeavingText): string {
  const isMove = isMoveFrom(server, look);
  return [
    look.state === 'untrusted' ? 'Compare the fingerprint with the one that the server shows.' : null,
    look.state === 'changed'
      ? 'From then on this till sends passwords and sales to whoever holds the new certificate.'
      : null,
    look.url === server.url ? null : `From then on this till works with ${look.url}.`,
    isMove && cart !== null ? `${cart} saved as a draft first.` : null,
    isMove && isSignedIn ? 'You are signed out.' : null,
  ]
    .filter(Boolean)
    .join(' ');
}

type ChooseServerDialogProps = {
  look: ServerLook;
  /** The server in use. */
  server: ServerSettings;
  leaving: LeavingText;
  busy: boolean;
  /** Why it was not done. */
  trouble: string | null;
  /** The cart cannot be saved now, and stays on this till. */
  isUnsaved: boolean;
  onConfirm: () => void;
  onCancel: () => void;
};

/** Asks before the till works with another server, or with one whose certificate nobody vouches for. */
export function ChooseServerDialog(props: ChooseServerDialogProps) {
  const { look, server, leaving, busy, trouble, isUnsaved, onConfirm, onCancel } = props;
  const styles = useStyles();
  const [isOnPurpose, setOnPurpose] = useState(false);
  const isChanged = look.state === 'changed';
  const fingerprint = look.state === 'untrusted' || isChanged ? look.fingerprint : null;
  return (
    <ConfirmDialog
      open
      title={titles[look.state] ?? ''}
      consequence={consequenceOf(look, server, leaving)}
      confirmLabel={isUnsaved ? 'Go on without saving' : (chooseLabel(look) ?? '')}
      tone={isChanged ? 'danger' : 'primary'}
      busy={busy}
      disabledReason={isChanged && !isOnPurpose ? 'Confirm that it was replaced on purpose' : null}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      {fingerprint !== null || trouble !== null ? (
        <div className={styles.more}>
          {fingerprint === null ? null : <Fingerprint label="Shown by the server" value={fingerprint} />}
          {isChanged ? (
            <Checkbox
              label="The certificate was replaced on purpose"
              checked={isOnPurpose}
              onChange={(event) => setOnPurpose(event.target.checked)}
            />
          ) : null}
          {trouble === null ? null : (
            <p role="alert" className={styles.trouble}>
              {trouble}
            </p>
          )}
        </div>
      ) : null}
    </ConfirmDialog>
  );
}
