import { makeStyles } from '@fluentui/react-components';
import { Add20Regular, Delete20Regular, Folder20Regular, HardDrive20Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import { backupPlaceForm, backups, type BackupPlace } from '#contract/backups.ts';
import { bytesText } from '#domain/bytes-text.ts';
import { relativeTime } from '#domain/relative-time.ts';
import { serverNow } from '#renderer/lib/server-time.ts';
import { emptyForm, useContractForm } from '#renderer/lib/use-contract-form.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { ConfirmDialog } from '#renderer/ui/confirm-dialog.tsx';
import { wholeFacts } from '#renderer/ui/facts-line.tsx';
import { FormDialog } from '#renderer/ui/form-dialog.tsx';
import { Row, Stack } from '#renderer/ui/layout.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { palette, sizes, windows } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  place: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    padding: `12px ${sizes.cardSide}`,
    [windows.phone]: { alignItems: 'start' },
    '& + &': { borderTop: `1px solid ${palette.hairline}` },
  },
  icon: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    flexShrink: 0,
    width: '40px',
    height: '40px',
    borderRadius: '8px',
    backgroundColor: palette.canvas,
    color: palette.text2,
  },
  alone: { padding: `12px ${sizes.cardSide}`, borderTop: `1px solid ${palette.hairline}` },
});

function AddPlaceDialog({ onClose }: { onClose: () => void }) {
  const { run } = useRouteMutation(backups.addPlace, {
    done: 'Folder added',
    failed: 'Failed to add folder',
  });
  const form = useContractForm(backupPlaceForm, {
    values: emptyForm(backupPlaceForm),
    send: async (body, { onError }) => {
      if (await run({ body }, onError)) onClose();
    },
  });
  return (
    <FormDialog
      form={form.state}
      title="Add folder"
      line="On another disk of the server, or a share of another computer: what is on the same disk is lost with it."
      submitLabel="Add Folder"
      onClose={onClose}
    >
      <TextField
        {...form.field('path')}
        label="Folder"
        required
        size={44}
        autoComplete="off"
        autoFocus
        hint="The whole path as the server sees it, such as D:\Backups or /mnt/backups"
      />
    </FormDialog>
  );
}

function PlaceRow({ place, onRemove }: { place: BackupPlace; onRemove: () => void }) {
  const styles = useStyles();
  const { id, path, filled_at, trouble, bytes, free } = place;
  const facts = [
    path,
    bytesText(bytes),
    free === null ? null : `${bytesText(free)} free`,
    filled_at === null ? null : relativeTime(filled_at, serverNow()),
  ];
  return (
    <div className={styles.place}>
      <span className={styles.icon} aria-hidden="true">
        {id === null ? <HardDrive20Regular /> : <Folder20Regular />}
      </span>
      <Stack grows shrinks>
        <Text size="bodyStrong" tone="text1">
          {id === null ? 'This server' : 'Second folder'}
        </Text>
        <Text size="label" tone="text3" breaks>
          {wholeFacts(facts.filter((fact) => fact !== null).join(' · '))}
        </Text>
        {trouble ? (
          <Text size="label" tone="danger" breaks>
            {trouble}
          </Text>
        ) : null}
      </Stack>
      {trouble ? (
        <StatusBadge tone="red">Not reached</StatusBadge>
      ) : filled_at === null ? (
        <StatusBadge tone="grey">Waiting</StatusBadge>
      ) : (
        <StatusBadge tone="green">Up to date</StatusBadge>
      )}
      {id === null ? null : (
        <Button appearance="subtle" icon={<Delete20Regular />} label={`Remove ${path}`} onClick={onRemove} />
      )}
    </div>
  );
}

/** The folders that keep the backups. */
export function PlacesCard({ places }: { places: readonly BackupPlace[] }) {
  const styles = useStyles();
  const [isAdding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<BackupPlace | null>(null);
  const remove = useRouteMutation(backups.removePlace, {
    done: 'Folder removed',
    failed: 'Failed to remove folder',
  });
  return (
    <Card
      flush
      title="Where"
      side={
        <Button icon={<Add20Regular />} onClick={() => setAdding(true)}>
          Add folder
        </Button>
      }
    >
      {places.map((place) => (
        <PlaceRow key={place.path} place={place} onRemove={() => setRemoving(place)} />
      ))}
      {places.length > 1 ? null : (
        <div className={styles.alone}>
          <Row gap={8}>
            <Text size="body" tone="orange">
              All copies are on the disk that the shop itself is on. Add a folder on another one.
            </Text>
          </Row>
        </div>
      )}
      {isAdding ? <AddPlaceDialog onClose={() => setAdding(false)} /> : null}
      <ConfirmDialog
        open={removing !== null}
        title="Remove this folder?"
        consequence={`New backups are not copied to ${removing?.path ?? ''} any more. What is in it stays there, and can be restored.`}
        confirmLabel="Remove Folder"
        busy={remove.busy}
        onConfirm={async () => {
          if (removing?.id && (await remove.run({ params: { placeId: removing.id } }))) setRemoving(null);
        }}
        onCancel={() => setRemoving(null)}
      />
    </Card>
  );
}
