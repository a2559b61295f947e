import { ArrowUndo20Regular, DismissCircle20Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { imports, type ImportRecord } from '#contract/imports.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { ConfirmDialog } from '#renderer/ui/confirm-dialog.tsx';
import type { Actions } from '#renderer/ui/page-actions.tsx';
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

/** Returns the actions that an import's state allows, and their dialogs. */
export function useImportActions({ record, isMatching, onMatch }: ImportActionsProps) {
  const navigate = useNavigate();
  const { staff, stores } = useSignedIn();
  const [asking, setAsking] = useState<'apply' | 'cancel' | 'undo' | null>(null);
  const params = { importId: record.id };
  const apply = useRouteMutation(imports.apply, { failed: 'Failed to import file' });
  const cancel = useRouteMutation(imports.cancel, {
    done: ({ file_name }) => `Import of ${file_name} cancelled`,
    failed: 'Failed to cancel import',
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
  const actions: Actions = {
    secondary: [isReady && isOwn && !isMatching && { label: 'Match columns', onClick: onMatch }],
    more: [
      (isReady || state === 'matching' || state === 'checking') && {
        label: 'Cancel import',
        icon: <DismissCircle20Regular />,
        danger: true,
        onClick: () => setAsking('cancel'),
      },
      state === 'done' &&
        record.made_rows > 0 && {
          label: 'Take back',
          icon: <ArrowUndo20Regular />,
          danger: true,
          onClick: () => setAsking('undo'),
        },
    ],
    primary:
      state === 'done'
        ? { label: page.label, onClick: () => void navigate(page.to) }
        : isReady &&
          !isMatching && {
            label,
            disabled: apply.busy,
            disabledReason: !isOwn
              ? `Only ${record.created_by.name} can import it`
              : good_rows === 0
                ? 'No row of this file can be imported'
                : isInactive
                  ? `${record.store?.name} is inactive and takes in nothing new`
                  : null,
            onClick: () => setAsking('apply'),
          },
  };
  const dialogs = (
    <>
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
    </>
  );
  return { actions, dialogs };
}
