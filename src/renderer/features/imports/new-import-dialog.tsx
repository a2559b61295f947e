import { makeStyles } from '@fluentui/react-components';
import { ArrowDownload20Regular } from '@fluentui/react-icons';
import { useId, useState, type FormEvent } from 'react';
import { imports, type ImportRecord } from '#contract/imports.ts';
import { hasTooManyRows, TOO_MANY_ROWS } from '#domain/import-limits.ts';
import { importKindLabels, type ImportKind } from '#domain/imports.ts';
import { UPLOAD_MAX } from '#domain/media.ts';
import { api } from '#renderer/lib/api.ts';
import { useRouteMutation, type OnError } from '#renderer/lib/use-route-mutation.ts';
import { useFileExport } from '#renderer/lib/use-file-export.ts';
import { Button } from '#renderer/ui/button.tsx';
import { FormDialog } from '#renderer/ui/form-dialog.tsx';
import { Columns } from '#renderer/ui/layout.tsx';
import { SelectField } from '#renderer/ui/select-field.tsx';
import { palette, type } from '#renderer/ui/theme.ts';
import { FileField } from './file-field.tsx';
import { kindLines } from './import-text.ts';

const useStyles = makeStyles({
  line: { ...type.meta, margin: '4px 0 0', color: palette.text3 },
});

const failed = { failed: 'Failed to upload file' } as const;

const uploads = {
  products: imports.uploadProducts,
  prices: imports.uploadPrices,
  inventory: imports.uploadInventory,
  customers: imports.uploadCustomers,
} as const;

/** Returns one function that uploads a file of any kind. */
function useUpload() {
  const changes = {
    products: useRouteMutation(uploads.products, failed),
    prices: useRouteMutation(uploads.prices, failed),
    inventory: useRouteMutation(uploads.inventory, failed),
    customers: useRouteMutation(uploads.customers, failed),
  };
  return {
    busy: Object.values(changes).some(({ busy }) => busy),
    run: (kind: ImportKind, body: { file: Uint8Array; file_name: string }, onError: OnError) =>
      changes[kind].run({ body }, onError),
  };
}

/** Returns why a file is refused before it is sent; null if the server has to check it. */
async function refusalOf(file: File): Promise<string | null> {
  if (file.size > UPLOAD_MAX) return 'A file may have at most 5 MB. Split it';
  return hasTooManyRows(await file.text()) ? TOO_MANY_ROWS : null;
}

type NewImportDialogProps = {
  kinds: readonly ImportKind[];
  /** The current store, which units and customers go to. */
  store: { name: string; is_active: boolean };
  onUploaded: (record: ImportRecord) => void;
  onClose: () => void;
};

/** Uploads a file to check: asks for its kind and offers a template. Nothing is imported yet. */
export function NewImportDialog({ kinds, store, onUploaded, onClose }: NewImportDialogProps) {
  const styles = useStyles();
  const id = useId();
  const [kind, setKind] = useState<ImportKind>(kinds[0] ?? 'inventory');
  const refused =
    uploads[kind].scope === 'store' && !store.is_active
      ? `${store.name} is inactive and takes in nothing new. Choose another store above first`
      : null;
  const [file, setFile] = useState<File | null>(null);
  const [error, setError] = useState<string | null>(null);
  const upload = useUpload();
  const template = useFileExport(`${kind}-template`, () => api.imports.template({ params: { kind } }));
  const choose = (chosen: File) => {
    setFile(chosen);
    setError(null);
    void refusalOf(chosen).then(setError);
  };
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (!file) return setError('Choose a CSV file');
    const refusal = await refusalOf(file);
    if (refusal) return setError(refusal);
    const bytes = new Uint8Array(await file.arrayBuffer());
    const record = await upload.run(kind, { file: bytes, file_name: file.name.slice(-255) }, (refusal) => {
      if (refusal.status !== 422) return refusal;
      setError(refusal.message);
      return null;
    });
    if (record) onUploaded(record);
    return undefined;
  };
  return (
    <FormDialog
      form={{
        id,
        isDirty: file !== null,
        busy: upload.busy,
        errors: error ? 1 : 0,
        submit: (event) => void send(event),
      }}
      title="Import a file"
      line="It is checked first. Nothing is imported before you say so."
      width={600}
      submitLabel="Upload and check"
      disabledReason={refused}
      onClose={onClose}
    >
      <div>
        <Columns stacks columns="minmax(0, 1fr) auto" gap={16} align="end">
          <SelectField
            label="What is in it"
            size={44}
            value={kind}
            onChange={(event) => setKind(event.target.value as ImportKind)}
            options={kinds.map((value) => ({ value, label: importKindLabels[value] }))}
          />
          <Button size="till" icon={<ArrowDownload20Regular />} onClick={() => void template.run({})}>
            Download template
          </Button>
        </Columns>
        <p className={styles.line}>
          {kindLines[kind]}
          {refused !== null
            ? ` ${refused}.`
            : kind === 'inventory'
              ? ` They go into the stock of ${store.name}, unless a row names another store.`
              : null}
        </p>
      </div>
      <FileField file={file} error={error} onChoose={choose} />
    </FormDialog>
  );
}
