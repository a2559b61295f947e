import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { serverAddress, type ServerLook } from '#bridge/connection.ts';
import type { ServerSettings } from '#bridge/settings.ts';
import type { z } from '#contract/zod.ts';
import { formatInstant, type Zones } from '#domain/store-time.ts';
import { till } from '#renderer/lib/till.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Checkbox } from '#renderer/ui/checkbox.tsx';
import { ConfirmDialog } from '#renderer/ui/confirm-dialog.tsx';
import { Stack } from '#renderer/ui/layout.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { palette, tones } from '#renderer/ui/theme.ts';
import { Fingerprint } from './fingerprint.tsx';
import { chooseLabel, serverBadges, serverText } from './server-text.ts';
import { isMoveFrom } from './use-choosing-server.ts';

const titles: Partial<Record<ServerLook['state'], string>> = {
  ready: 'Change the server?',
  untrusted: 'Is every group the same?',
  changed: 'Trust another certificate?',
};

/** The sign-in and the cart that leaving the server ends; `cart` begins a sentence of the question. */
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
  /** Why the server was not changed. */
  trouble: string | null;
  /** True if the cart cannot be saved now and stays on this till. */
  isUnsaved: boolean;
  onConfirm: () => void;
  onCancel: () => void;
};

/** Asks before the till uses another server or trusts another certificate. */
export function ChooseServerDialog(props: ChooseServerDialogProps) {
  const { look, server, leaving, busy, trouble, isUnsaved, onConfirm, onCancel } = props;
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
        <Stack gap={12}>
          {fingerprint === null ? null : <Fingerprint label="Shown by the server" value={fingerprint} />}
          {isChanged ? (
            <Checkbox
              label="The certificate was replaced on purpose"
              checked={isOnPurpose}
              onChange={(event) => setOnPurpose(event.target.checked)}
            />
          ) : null}
          {trouble === null ? null : (
            <Text as="p" role="alert" size="bodyStrong" tone="danger">
              {trouble}
            </Text>
          )}
        </Stack>
      ) : null}
    </ConfirmDialog>
  );
}

const useServerFoundStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'flex-start',
    gap: '12px',
    padding: '16px',
    border: `1px solid ${palette.hairline}`,
    borderRadius: '8px',
  },
  danger: { border: `1px solid ${palette.danger}`, backgroundColor: tones.red[0] },
  head: { display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: '8px 12px', minWidth: 0 },
});

type ServerFoundProps = {
  look: ServerLook;
  timeZone: Zones;
  /** Why the server cannot be chosen now. */
  disabledReason?: string | null;
  /** Undefined if this is the server in use. */
  onChoose?: ((look: ServerLook) => void) | undefined;
};

/** Shows what answers at an address, with the button to choose it. */
export function ServerFound({ look, timeZone, disabledReason = null, onChoose }: ServerFoundProps) {
  const styles = useServerFoundStyles();
  const { tone, text } = serverBadges[look.state];
  const label = chooseLabel(look);
  const isChanged = look.state === 'changed';
  return (
    <div className={mergeClasses(styles.root, isChanged && styles.danger)}>
      <div className={styles.head}>
        <Text size="bodyStrong" tone="text1" breaks>
          {look.url}
        </Text>
        <StatusBadge tone={tone} onTint={isChanged}>
          {text}
        </StatusBadge>
      </div>
      <Text as="p" size="body" tone="text2" breaks>
        {serverText(look)}
      </Text>
      {look.state === 'changed' ? <Fingerprint label="Trusted until now" value={look.trusted} /> : null}
      {look.state === 'untrusted' || look.state === 'changed' ? (
        <Fingerprint label={isChanged ? 'Shown now' : 'Fingerprint'} value={look.fingerprint} />
      ) : null}
      {look.state === 'untrusted' ? (
        <Text size="label" tone="text3">
          {validityText(look.valid_to, timeZone)}
        </Text>
      ) : null}
      {label && onChoose ? (
        <Button
          appearance={isChanged ? 'secondary' : 'primary'}
          disabledReason={disabledReason}
          onClick={() => onChoose(look)}
        >
          {isChanged ? `${label}…` : label}
        </Button>
      ) : null}
    </div>
  );
}

function validityText(validTo: string, timeZone: Zones): string {
  const until = Date.parse(validTo);
  return `Valid until ${Number.isNaN(until) ? validTo : formatInstant(until, timeZone)}.`;
}

const useFormStyles = makeStyles({
  form: { display: 'flex', alignItems: 'flex-start', gap: '8px' },
  field: { flexGrow: 1 },
  /** Aligned with the field, below its label. */
  check: { marginTop: '24px' },
});

type AddressValues = z.output<typeof serverAddress>;

type AddressFormProps = {
  label: string;
  onTyped: () => void;
  onFound: (look: ServerLook) => void;
};

/** Checks another address; nothing changes by that. */
export function AddressForm({ label, onTyped, onFound }: AddressFormProps) {
  const styles = useFormStyles();
  const { register, handleSubmit, setError, formState } = useForm<AddressValues>({
    resolver: zodResolver(serverAddress),
    defaultValues: { url: '' },
  });
  const { errors, isSubmitting } = formState;
  const check = handleSubmit(async ({ url }) => {
    try {
      onFound(await till.server.look(url));
    } catch {
      setError('url', { message: 'This address cannot be looked at' });
    }
  });
  return (
    <form noValidate className={styles.form} onSubmit={(event) => void check(event)}>
      <TextField
        {...register('url', { onChange: onTyped })}
        className={styles.field}
        label={label}
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
