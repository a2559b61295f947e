import { makeStyles } from '@fluentui/react-components';
import {
  Add20Regular,
  Cloud20Regular,
  Delete20Regular,
  Edit20Regular,
  Folder20Regular,
  HardDrive20Regular,
} from '@fluentui/react-icons';
import { useState } from 'react';
import { backups, type BackupPlace } from '#contract/backups.ts';
import { bytesText } from '#domain/bytes-text.ts';
import { relativeTime } from '#domain/relative-time.ts';
import { serverNow } from '#renderer/lib/server-time.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { ConfirmDialog } from '#renderer/ui/confirm-dialog.tsx';
import { wholeFacts } from '#renderer/ui/facts-line.tsx';
import { Row, Stack } from '#renderer/ui/layout.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { palette, sizes, windows } from '#renderer/ui/theme.ts';
import { AddPlaceDialog, EditBucketDialog } from './place-dialogs.tsx';

const useStyles = makeStyles({
  place: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    padding: `12px ${sizes.cardSide}`,
    [windows.phone]: { alignItems: 'start', flexWrap: 'wrap' },
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
  /** On a phone the state and the buttons are below it: beside them its addresses would be broken into syllables. */
  about: {
    flexGrow: 1,
    flexBasis: 0,
    minWidth: 0,
    [windows.phone]: { flexBasis: 'calc(100% - 60px)' },
  },
  side: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    flexShrink: 0,
    [windows.phone]: { flexGrow: 1, marginLeft: '52px', '& > :first-child': { marginRight: 'auto' } },
  },
  alone: { padding: `12px ${sizes.cardSide}`, borderTop: `1px solid ${palette.hairline}` },
});

type PlaceRowProps = { place: BackupPlace; onEdit: () => void; onRemove: () => void };

function PlaceRow({ place, onEdit, onRemove }: PlaceRowProps) {
  const styles = useStyles();
  const { id, path, bucket, is_held, filled_at, trouble, bytes, free } = place;
  const facts = [
    path,
    bucket && new URL(bucket.endpoint).host,
    bytesText(bytes),
    free === null ? null : `${bytesText(free)} free`,
    filled_at === null ? null : relativeTime(filled_at, serverNow()),
  ];
  return (
    <div className={styles.place}>
      <span className={styles.icon} aria-hidden="true">
        {id === null ? <HardDrive20Regular /> : bucket ? <Cloud20Regular /> : <Folder20Regular />}
      </span>
      <div className={styles.about}>
        <Stack>
          <Text size="bodyStrong" tone="text1">
            {id === null ? 'This server' : bucket ? 'S3 bucket' : 'Second folder'}
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
      </div>
      <div className={styles.side}>
        {trouble ? (
          <StatusBadge tone="red">Not reached</StatusBadge>
        ) : is_held ? (
          <StatusBadge tone="grey">Not used by this copy</StatusBadge>
        ) : filled_at === null ? (
          <StatusBadge tone="grey">Waiting</StatusBadge>
        ) : (
          <StatusBadge tone="green">Up to date</StatusBadge>
        )}
        {bucket ? (
          <Button appearance="subtle" icon={<Edit20Regular />} label={`Edit ${path}`} onClick={onEdit} />
        ) : null}
        {id === null ? null : (
          <Button
            appearance="subtle"
            icon={<Delete20Regular />}
            label={`Remove ${path}`}
            onClick={onRemove}
          />
        )}
      </div>
    </div>
  );
}

/** The places that keep the backups. */
export function PlacesCard({ places }: { places: readonly BackupPlace[] }) {
  const styles = useStyles();
  const [isAdding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<BackupPlace | null>(null);
  const [editing, setEditing] = useState<BackupPlace | null>(null);
  const noun = removing?.bucket ? 'bucket' : 'folder';
  const remove = useRouteMutation(backups.removePlace, {
    done: removing?.bucket ? 'Bucket removed' : 'Folder removed',
    failed: `Failed to remove ${noun}`,
  });
  return (
    <Card
      flush
      title="Where"
      side={
        <Button icon={<Add20Regular />} onClick={() => setAdding(true)}>
          Add place
        </Button>
      }
    >
      {places.map((place) => (
        <PlaceRow
          key={place.path}
          place={place}
          onEdit={() => setEditing(place)}
          onRemove={() => setRemoving(place)}
        />
      ))}
      {places.length > 1 ? null : (
        <div className={styles.alone}>
          <Row gap={8}>
            <Text size="body" tone="orange">
              All copies are on the disk that the shop itself is on. Add a folder on another one, or a bucket.
            </Text>
          </Row>
        </div>
      )}
      {isAdding ? <AddPlaceDialog onClose={() => setAdding(false)} /> : null}
      {editing?.id && editing.bucket ? (
        <EditBucketDialog id={editing.id} bucket={editing.bucket} onClose={() => setEditing(null)} />
      ) : null}
      <ConfirmDialog
        open={removing !== null}
        title={`Remove this ${noun}?`}
        consequence={`New backups are not copied to ${removing?.path ?? ''} any more. What is in it stays there, and can be restored.`}
        confirmLabel={removing?.bucket ? 'Remove Bucket' : 'Remove Folder'}
        busy={remove.busy}
        onConfirm={async () => {
          if (removing?.id && (await remove.run({ params: { placeId: removing.id } }))) setRemoving(null);
        }}
        onCancel={() => setRemoving(null)}
      />
    </Card>
  );
}
