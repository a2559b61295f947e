import { useState } from 'react';
import { useNavigate } from 'react-router';
import { imports, type ImportRecord } from '#contract/imports.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { Button } from '#renderer/ui/button.tsx';
import { ConfirmDialog } from '#renderer/ui/confirm-dialog.tsx';
import { Row } from '#renderer/ui/layout.tsx';
import { countText, kindPages, leftOutText, unitsText } from './import-text.ts';
import { UndoDialog } from './undo-dialog.tsx';

type ImportActionsProps = { record: ImportRecord; isMatching: boolean; onMatch: () => void };

/** Says what happens when an import is applied. */
function applyText(record: ImportRecord): string {
  const { good_rows, bad_rows } = record;
  const units = unitsText(record);
  return [
    `${countText(good_rows, 'row')} ${good_rows === 1 ? 'is' : 'are'} imported.`,
    units && `${units}.`,
    bad_rows > 0
      ? `${countText(bad_rows, 'row')} with problems ${bad_rows === 1 ? 'is' : 'are'} left out: download them, correct them, and import them as a file of their own.`
      : 'It cannot be cancelled any more then.',
    leftOutText(record),
  ]
    .filter(Boolean)
    .join(' ');
}

/** Offers the actions that an import's state allows. */
export function ImportActions({ record, isMatching, onMatch }: ImportActionsProps) {
  const navigate = useNavigate();
  const { staff, stores } = useSignedIn();
  const [asking, setAsking] = useState<'apply' | 'cancel' | 'undo' | null>(null);
  const params = { importId: record.id };
  const apply = useRouteMutation(imports.apply, { failed: 'Failed to import the file' });
  const cancel = useRouteMutation(imports.cancel, {
    done: ({ file_name }) => `Import of ${file_name} cancelled`,
    failed: 'Failed to cancel the import',
  });
  const done = () => setAsking(null);
  const { state, file_name, good_rows, bad_rows } = record;
  const isReady = state === 'ready';
  const isOwn = record.created_by.id === staff.id;
  const isInactive = record.store !== null && !stores.some(({ id }) => id === record.store?.id);
  const label =
    good_rows === 0
      ? 'Import'
      : bad_rows > 0
        ? `Import the ${countText(good_rows, 'good row')}`
        : `Import ${countText(good_rows, 'row')}`;
  const page = kindPages[record.kind];
  return (
    <Row gap={8} wraps>
      {isReady && isOwn && !isMatching ? <Button onClick={onMatch}>Match columns</Button> : null}
      {isReady || state === 'matching' || state === 'checking' ? (
        <Button onClick={() => setAsking('cancel')}>Cancel import</Button>
      ) : null}
      {isReady && !isMatching ? (
        <Button
          appearance="primary"
          disabled={apply.busy}
          disabledReason={
            !isOwn
              ? `Only ${record.created_by.name} can import it`
              : good_rows === 0
                ? 'No row of this file can be imported'
                : isInactive
                  ? `${record.store?.name} is inactive and takes in nothing new`
                  : null
          }
          onClick={() => setAsking('apply')}
        >
          {label}
        </Button>
      ) : null}
      {state === 'done' && record.made_rows > 0 ? (
        <Button onClick={() => setAsking('undo')}>Take back</Button>
      ) : null}
      {state === 'done' ? (
        <Button appearance="primary" onClick={() => void navigate(page.to)}>
          {page.label}
        </Button>
      ) : null}
      <ConfirmDialog
        open={asking === 'apply'}
        tone="primary"
        title={`Import ${file_name}?`}
        consequence={applyText(record)}
        confirmLabel={label}
        busy={apply.busy}
        onConfirm={() => {
          void apply.run({ params, body: { good_only: bad_rows > 0 } }).then(done);
        }}
        onCancel={done}
      />
      {asking === 'undo' ? <UndoDialog record={record} onClose={done} /> : null}
      <ConfirmDialog
        open={asking === 'cancel'}
        title={`Cancel the import of ${file_name}?`}
        consequence="Nothing of this file is imported. It can be uploaded again."
        confirmLabel="Cancel import"
        cancelLabel="Keep it"
        busy={cancel.busy}
        onConfirm={() => void cancel.run({ params }).then(done)}
        onCancel={done}
      />
    </Row>
  );
}
