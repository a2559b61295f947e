import { makeStyles } from '@fluentui/react-components';
import { Cloud20Regular, Folder20Regular } from '@fluentui/react-icons';
import { useRef, useState } from 'react';
import {
  backupBucketChanges,
  backupBucketForm,
  backupPlaceForm,
  backups,
  type BackupPlace,
} from '#contract/backups.ts';
import {
  as,
  emptyForm,
  useContractForm,
  valuesFrom,
  type ContractForm,
} from '#renderer/lib/use-contract-form.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { ChoiceButtons } from '#renderer/ui/choice-buttons.tsx';
import { fieldGrid } from '#renderer/ui/field-grid.ts';
import { FormDialog } from '#renderer/ui/form-dialog.tsx';
import { PasswordField } from '#renderer/ui/password-field.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { useFirstFocus } from '#renderer/ui/use-first-focus.ts';

const useStyles = makeStyles(fieldGrid);

const TRIED = 'A small file is written there, read and deleted before anything is saved.';
const ENCRYPTED = 'On an S3 server. Copies are encrypted before they leave this server.';

type BucketForm = Pick<ContractForm<typeof backupBucketForm>, 'field'>;

/** The fields of a bucket, for a new one and for a change. */
function BucketFields({ form, secretHint }: { form: BucketForm; secretHint?: string }) {
  const styles = useStyles();
  const shared = { size: 44, autoComplete: 'off' } as const;
  return (
    <>
      <TextField
        {...form.field('endpoint')}
        {...shared}
        className={styles.whole}
        label="Endpoint"
        required
        placeholder="https://s3.eu-west-1.amazonaws.com"
        inputMode="url"
        spellCheck={false}
      />
      <TextField {...form.field('bucket')} {...shared} label="Bucket" required spellCheck={false} />
      <TextField
        {...form.field('region')}
        {...shared}
        label="Region"
        required
        placeholder="eu-west-1"
        spellCheck={false}
      />
      <TextField
        {...form.field('prefix', as.textOrNull)}
        {...shared}
        className={styles.whole}
        label="Folder in the bucket"
        hint="None for the whole bucket. Shops that share a bucket have a folder each"
        spellCheck={false}
      />
      <TextField {...form.field('key_id')} {...shared} label="Key ID" required spellCheck={false} />
      <PasswordField
        {...form.field('secret')}
        {...shared}
        autoComplete="new-password"
        label="Secret"
        required={secretHint === undefined}
        hint={secretHint}
      />
    </>
  );
}

type Kind = 'folder' | 'bucket';

/** Asks for another place of backups, and tries it. */
export function AddPlaceDialog({ onClose }: { onClose: () => void }) {
  const styles = useStyles();
  const [kind, setKind] = useState<Kind>('folder');
  const addPlace = useRouteMutation(backups.addPlace, {
    done: 'Folder added',
    failed: 'Failed to add folder',
  });
  const addBucket = useRouteMutation(backups.addBucket, {
    done: 'Bucket added',
    failed: 'Failed to add bucket',
  });
  const folder = useContractForm(backupPlaceForm, {
    values: emptyForm(backupPlaceForm),
    send: async (body, { onError }) => {
      if (await addPlace.run({ body }, onError)) onClose();
    },
  });
  const bucket = useContractForm(backupBucketForm, {
    values: emptyForm(backupBucketForm),
    send: async (body, { onError }) => {
      if (await addBucket.run({ body }, onError)) onClose();
    },
  });
  const isFolder = kind === 'folder';
  const path = folder.field('path');
  const first = useRef<HTMLInputElement | null>(null);
  useFirstFocus(first);
  const { state } = isFolder ? folder : bucket;
  return (
    <FormDialog
      form={state}
      title="Add place"
      line={
        isFolder
          ? 'On another disk of the server, or a share of another computer: what is on the same disk is lost with it.'
          : ENCRYPTED
      }
      submitLabel={state.busy ? 'Testing…' : 'Test and Add'}
      footNote={TRIED}
      pairs
      onClose={onClose}
    >
      <div className={styles.whole}>
        <ChoiceButtons
          even
          label="Kind of place"
          choices={[
            { value: 'folder', label: 'Folder', icon: <Folder20Regular /> },
            { value: 'bucket', label: 'S3 bucket', icon: <Cloud20Regular /> },
          ]}
          value={kind}
          disabled={state.busy}
          onChange={setKind}
        />
      </div>
      {isFolder ? (
        <TextField
          {...path}
          ref={(field) => {
            path.ref(field);
            first.current = field;
          }}
          className={styles.whole}
          label="Folder"
          required
          size={44}
          autoComplete="off"
          hint="The whole path as the server sees it, such as D:\Backups or /mnt/backups"
        />
      ) : (
        <BucketFields form={bucket} />
      )}
    </FormDialog>
  );
}

type EditBucketProps = { id: number; bucket: NonNullable<BackupPlace['bucket']>; onClose: () => void };

/** Asks how a bucket is reached now, such as with a new key. */
export function EditBucketDialog({ id, bucket, onClose }: EditBucketProps) {
  const { run } = useRouteMutation(backups.saveBucket, {
    done: 'Bucket saved',
    failed: 'Failed to save bucket',
  });
  const form = useContractForm(backupBucketChanges, {
    values: valuesFrom(backupBucketChanges, { ...bucket, secret: null }),
    send: async (body, { onError }) => {
      if (await run({ params: { placeId: id }, body }, onError)) onClose();
    },
  });
  return (
    <FormDialog
      form={form.state}
      title="Edit bucket"
      line={ENCRYPTED}
      submitLabel={form.state.busy ? 'Testing…' : 'Test and Save'}
      footNote={TRIED}
      pairs
      onClose={onClose}
    >
      <BucketFields form={form as unknown as BucketForm} secretHint="Stays as it is if nothing is typed" />
    </FormDialog>
  );
}
