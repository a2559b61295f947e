import { makeStyles } from '@fluentui/react-components';
import { Key20Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import { backupKeyForm, backupKeyRequest, backups, type BackupState } from '#contract/backups.ts';
import { relativeTime } from '#domain/relative-time.ts';
import { serverNow } from '#renderer/lib/server-time.ts';
import { emptyForm, useContractForm } from '#renderer/lib/use-contract-form.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { DialogShell } from '#renderer/ui/dialog-shell.tsx';
import { wholeFacts } from '#renderer/ui/facts-line.tsx';
import { FormDialog } from '#renderer/ui/form-dialog.tsx';
import { Row, Stack } from '#renderer/ui/layout.tsx';
import { PasswordField } from '#renderer/ui/password-field.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { palette } from '#renderer/ui/theme.ts';
import { useReturnFocus } from '#renderer/ui/use-return-focus.ts';

const useStyles = makeStyles({
  key: {
    display: 'block',
    padding: '16px',
    borderRadius: '8px',
    backgroundColor: palette.canvas,
    color: palette.text1,
    fontSize: '16px',
    lineHeight: '28px',
    letterSpacing: '0.04em',
    overflowWrap: 'anywhere',
    userSelect: 'all',
  },
});

/** Four letters at a time are copied by hand without losing one's place. */
const inGroups = (key: string) => key.replaceAll(/(?<=-1.*)(.{4})/g, ' $1');

/** Asks for one's password, and shows the key, to be written down or printed. */
function ShowKeyDialog({ onClose }: { onClose: () => void }) {
  const styles = useStyles();
  // One dialog replaces the other: both return the focus to the element that opened the first.
  useReturnFocus(true);
  const [key, setKey] = useState<string | null>(null);
  const { run } = useRouteMutation(backups.key, { failed: 'Failed to show key' });
  const form = useContractForm(backupKeyRequest, {
    values: { current_password: '' },
    send: async (body, { onError }) => {
      const told = await run({ body }, onError);
      if (told) setKey(told.key);
    },
  });
  if (key === null) {
    return (
      <FormDialog
        form={form.state}
        title="Show the key"
        line="The audit log notes that you have seen it."
        submitLabel="Show key"
        onClose={onClose}
      >
        <PasswordField
          {...form.field('current_password')}
          label="Your password"
          size={44}
          autoComplete="current-password"
          autoFocus
        />
      </FormDialog>
    );
  }
  return (
    <DialogShell
      open
      title="The key of your backups"
      line="Write it down or print it, and keep it away from this computer. Spaces do not count."
      width={600}
      onClose={onClose}
    >
      <code className={styles.key}>{inGroups(key)}</code>
    </DialogShell>
  );
}

/** Asks for the key as it was written down. */
function CheckKeyDialog({ onClose }: { onClose: () => void }) {
  const { run } = useRouteMutation(backups.checkKey, {
    done: 'The key is right',
    failed: 'Failed to check key',
  });
  const form = useContractForm(backupKeyForm, {
    values: emptyForm(backupKeyForm),
    send: async (body, { onError }) => {
      if (await run({ body }, onError)) onClose();
    },
  });
  return (
    <FormDialog
      form={form.state}
      title="Check the key"
      line="Type it from your paper, not from the screen."
      submitLabel="Check Key"
      onClose={onClose}
    >
      <TextField
        {...form.field('key')}
        label="Key"
        required
        size={44}
        autoComplete="off"
        autoFocus
        hint="Begins with AGE-SECRET-KEY-1"
      />
    </FormDialog>
  );
}

/** The key that opens the backups, and who last had it at hand. */
export function KeyCard({ check }: { check: BackupState['key_check'] }) {
  const [asking, setAsking] = useState<'show' | 'check' | null>(null);
  const close = () => setAsking(null);
  return (
    <Card title="Keep the key apart from the backups">
      <Stack gap={12}>
        <Text as="p" size="body" tone="text2">
          Without it nobody can open a backup, not even we.{' '}
          {wholeFacts(
            check
              ? `Last checked by ${check.staff.name} ${relativeTime(check.at, serverNow())}.`
              : 'Nobody has checked yet that it is written down.',
          )}
        </Text>
        <Row gap={8} wraps>
          <Button icon={<Key20Regular />} onClick={() => setAsking('show')}>
            Show key
          </Button>
          <Button onClick={() => setAsking('check')}>Check the key</Button>
        </Row>
      </Stack>
      {asking === 'show' ? <ShowKeyDialog onClose={close} /> : null}
      {asking === 'check' ? <CheckKeyDialog onClose={close} /> : null}
    </Card>
  );
}
