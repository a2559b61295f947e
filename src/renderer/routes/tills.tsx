import { useQuery } from '@tanstack/react-query';
import { Desktop24Regular } from '@fluentui/react-icons';
import { tills } from '#contract/shifts.ts';
import { zonesOf } from '#domain/store-time.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { tillColumns } from '#renderer/features/tills/till-columns.tsx';
import { useTillActions } from '#renderer/features/tills/use-till-actions.tsx';
import { read } from '#renderer/lib/read.ts';
import { wholeList } from '#renderer/lib/use-list.ts';
import { ListScreen } from '#renderer/ui/list-screen.tsx';

/** /shifts/tills: the tills of the store, and which of them may sell without the server. */
export function TillsPage() {
  const { store } = useSignedIn();
  // Another store has other tills: no dialog may stay open over them.
  return <Tills key={store.id} />;
}

function Tills() {
  const { store, may } = useSignedIn();
  const query = useQuery(read(tills.list));
  const { actionsFor, dialog } = useTillActions(may);
  return (
    <ListScreen
      title="Tills"
      line={`The tills of ${store.name}. A computer becomes one where a shift is opened at it.`}
      list={{ ...wholeList(query, query.data?.data), linkState: {} }}
      columns={tillColumns(zonesOf(store))}
      nameOf={({ name }) => name}
      actionsFor={actionsFor}
      empty={{
        icon: <Desktop24Regular />,
        title: 'No tills yet',
        text: 'Open a shift at a computer to make it a till.',
      }}
    >
      {dialog}
    </ListScreen>
  );
}
