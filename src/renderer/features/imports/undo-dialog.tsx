import { useQuery } from '@tanstack/react-query';
import { imports, type ImportRecord } from '#contract/imports.ts';
import { read } from '#renderer/lib/read.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { ConfirmDialog } from '#renderer/ui/confirm-dialog.tsx';
import { Stack } from '#renderer/ui/layout.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { goesText, madeText, number } from './import-text.ts';

/** Asks before an import is taken back: says how much goes, how much stays, and why. */
export function UndoDialog({ record, onClose }: { record: ImportRecord; onClose: () => void }) {
  const { kind, file_name } = record;
  const params = { importId: record.id };
  // What people sell and change meanwhile tells no screen.
  const found = useQuery({ ...read(imports.previewUndo, { params }), staleTime: 0, gcTime: 0 });
  const undo = useRouteMutation(imports.undo, { failed: 'Failed to take back import' });
  const { goes = 0, stays = [] } = found.data ?? {};
  const staying = stays.reduce((sum, { count }) => sum + count, 0);
  return (
    <ConfirmDialog
      open
      title={`Take back ${file_name}?`}
      consequence={
        found.isError
          ? 'What was imported could not be looked at. Close this, and try again.'
          : found.data
            ? goesText(kind, goes)
            : 'Looking at what was imported…'
      }
      confirmLabel={goes > 0 ? `Take back ${madeText(kind, goes)}` : 'Take back'}
      cancelLabel="Keep it"
      busy={undo.busy}
      isRefused={goes === 0}
      onConfirm={() => {
        void undo.run({ params }).then((done) => {
          if (done) onClose();
        });
      }}
      onCancel={onClose}
    >
      {staying > 0 ? (
        <Stack gap={8}>
          <Text as="p" tone="text1">
            {`${madeText(kind, staying)} ${staying === 1 ? 'stays' : 'stay'}:`}
          </Text>
          <Stack as="ul" gap={4}>
            {stays.map(({ reason, count }) => (
              <li key={reason}>{`${reason} (${number(count)})`}</li>
            ))}
          </Stack>
        </Stack>
      ) : null}
    </ConfirmDialog>
  );
}
