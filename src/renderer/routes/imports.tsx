import { ArrowUpload20Regular, DocumentTable24Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { importKindLabels, kindsOf } from '#domain/imports.ts';
import { zonesOf } from '#domain/store-time.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { importColumns } from '#renderer/features/imports/import-columns.tsx';
import { NewImportDialog } from '#renderer/features/imports/new-import-dialog.tsx';
import { Templates } from '#renderer/features/imports/templates.tsx';
import { hasNothing, useList } from '#renderer/lib/use-list.ts';
import { ChoiceFilter } from '#renderer/ui/filters.tsx';
import { ListScreen } from '#renderer/ui/list-screen.tsx';
import type { Action } from '#renderer/ui/page-actions.tsx';
import { lists } from './lists.ts';

/** /imports: imported files, and the way to import one. */
export function ImportsPage() {
  const { staff, store } = useSignedIn();
  const navigate = useNavigate();
  const list = useList(...lists.imports);
  const [isChoosing, setChoosing] = useState(false);
  const kinds = kindsOf(staff);
  const begin: Action = {
    label: 'Import a file',
    icon: <ArrowUpload20Regular />,
    onClick: () => setChoosing(true),
  };
  return (
    <ListScreen
      title="Imports"
      line="Products, prices, units and customers from a spreadsheet, checked before anything is written."
      actions={{ primary: begin }}
      list={list}
      filters={
        hasNothing(list) ? null : (
          <ChoiceFilter
            label="What"
            all="Everything"
            width={160}
            choices={kinds.map((id) => ({ id, name: importKindLabels[id] }))}
            value={list.query.kind}
            onChange={(kind) => list.change({ kind })}
          />
        )
      }
      columns={importColumns(zonesOf(store))}
      nameOf={(row) => row.file_name}
      pageOf={(row) => `/imports/${row.id}`}
      empty={{
        icon: <DocumentTable24Regular />,
        title: 'No imports yet',
        text: 'Download a template, fill it in, and import it as CSV.',
        action: <Templates kinds={kinds} />,
      }}
      notFound={{ text: 'Choose something else.' }}
    >
      {isChoosing ? (
        <NewImportDialog
          kinds={kinds}
          store={store}
          onUploaded={({ id }) => void navigate(`/imports/${id}`, { state: list.linkState })}
          onClose={() => setChoosing(false)}
        />
      ) : null}
    </ListScreen>
  );
}
