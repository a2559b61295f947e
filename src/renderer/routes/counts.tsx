import { Add20Regular, ClipboardCheckmark24Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { countStatuses } from '#domain/counts.ts';
import { zonesOf } from '#domain/store-time.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { countColumns } from '#renderer/features/counts/count-columns.tsx';
import { NewCountDialog } from '#renderer/features/counts/new-count-dialog.tsx';
import { useList } from '#renderer/lib/use-list.ts';
import { ChoiceFilter } from '#renderer/ui/filters.tsx';
import { ListScreen } from '#renderer/ui/list-screen.tsx';
import { ActionButton, type Action } from '#renderer/ui/page-actions.tsx';
import { states } from '#renderer/ui/state-badge.tsx';
import { lists } from './lists.ts';

const statuses = countStatuses.map((id) => ({ id, name: states.count[id].label }));

/** /inventory/counts: the store's stock counts, filtered by the address. */
export function CountsPage() {
  const { mayHere, store } = useSignedIn();
  const navigate = useNavigate();
  const list = useList(...lists.counts);
  const [isStarting, setStarting] = useState(false);
  const begin: Action | null = mayHere('inventory.edit')
    ? { label: 'Start count', icon: <Add20Regular />, onClick: () => setStarting(true) }
    : null;
  return (
    <ListScreen
      title="Stock Counts"
      line={`What stands in ${store.name}, scanned unit by unit.`}
      actions={{ primary: begin }}
      list={list}
      filters={
        <ChoiceFilter
          label="Status"
          all="All statuses"
          width={160}
          choices={statuses}
          value={list.query.status}
          onChange={(status) => list.change({ status })}
        />
      }
      columns={countColumns(zonesOf(store))}
      nameOf={(row) => row.number}
      pageOf={(row) => `/inventory/counts/${row.id}`}
      empty={{
        icon: <ClipboardCheckmark24Regular />,
        title: 'No stock counts yet',
        text: 'Scan what stands in the store. It goes on selling meanwhile.',
        action: begin && <ActionButton action={begin} />,
      }}
      notFound={{ text: 'Choose another status.' }}
    >
      {isStarting ? (
        <NewCountDialog
          onStarted={({ id }) => void navigate(`/inventory/counts/${id}`, { state: list.linkState })}
          onClose={() => setStarting(false)}
        />
      ) : null}
    </ListScreen>
  );
}
