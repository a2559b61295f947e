import { makeStyles } from '@fluentui/react-components';
import { Key20Regular } from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { backupKeyForm, backups, type BackupState } from '#contract/backups.ts';
import { relativeTime } from '#domain/relative-time.ts';
import { read } from '#renderer/lib/read.ts';
import { serverNow } from '#renderer/lib/server-time.ts';
import { emptyForm, useContractForm } from '#renderer/lib/use-contract-form.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { DialogShell } from '#renderer/ui/dialog-shell.tsx';
import { ErrorState } from '#renderer/ui/error-state.tsx';
import { wholeFacts } from '#renderer/ui/facts-line.tsx';
import { FormDialog } from '#renderer/ui/form-dialog.tsx';
import { Row, Stack } from '#renderer/ui/layout.tsx';
import { Skeleton } from '#renderer/ui/skeleton.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { palette } from '#renderer/ui/theme.ts';

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

/** Shows the key, to be written down or printed. */
function ShowKeyDialog({ onClose }: { onClose: () => void }) {
  const styles = useStyles();
  const query = useQuery({ ...read(backups.key), gcTime: 0 });
  return (
    <DialogShell
      open
      title="The key of your backups"
      line="Write it down or print it, and keep it away from this computer. Spaces do not count."
      width={600}
      onClose={onClose}
    >
      {query.data ? (
        <code className={styles.key}>{inGroups(query.data.key)}</code>
      ) : query.isError ? (
        <ErrorState
          compact
          title="The key could not be loaded"
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <Skeleton height={88} />
      )}
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
