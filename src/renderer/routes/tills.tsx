import { useQuery } from '@tanstack/react-query';
import { Desktop24Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import { tills } from '#contract/shifts.ts';
import { tillReleases } from '#contract/till-releases.ts';
import { zonesOf } from '#domain/store-time.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { NameTillDialog } from '#renderer/features/shifts/name-till-dialog.tsx';
import { ChooseVersionDialog, type VersionPlace } from '#renderer/features/tills/choose-version.tsx';
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
  const { store, staff, may } = useSignedIn();
  const query = useQuery(read(tills.list));
  const { data: releases } = useQuery(read(tillReleases.list));
  const hasReleases = releases !== undefined && releases.data.length > 0;
  const { actionsFor, dialog } = useTillActions(may, hasReleases);
  const [place, setPlace] = useState<VersionPlace | null>(null);
  const [isNaming, setNaming] = useState(false);
  const isTill = query.data?.data.some(({ is_this }) => is_this) ?? true;
  // Closes the question once this computer is a till: it must not open by itself when that till is declared lost.
  if (isNaming && isTill) setNaming(false);
  const mayName = may('shifts.close') && !isTill;
  const choosing = (label: string, kind: 'store' | 'all') => ({ label, onClick: () => setPlace({ kind }) });
  return (
    <ListScreen
      title="Tills"
      line={`The tills of ${store.name}. A computer becomes one here, or where a shift is opened at it.`}
      actions={{
        primary: mayName && { label: 'Make this computer a till', onClick: () => setNaming(true) },
        secondary: [
          hasReleases && may('stores.settings') && choosing('Version of the store', 'store'),
          hasReleases && staff.role === 'admin' && choosing('Version of all stores', 'all'),
        ],
      }}
      list={{ ...wholeList(query, query.data?.data), linkState: {} }}
      columns={tillColumns(zonesOf(store), releases)}
      nameOf={({ name }) => name}
      actionsFor={actionsFor}
      empty={{
        icon: <Desktop24Regular />,
        title: 'No tills yet',
        text: 'Make a computer a till at that computer: here, or by opening a shift.',
      }}
    >
      {dialog}
      {isNaming && mayName ? (
        <NameTillDialog
          storeName={store.name}
          mayAdopt={may('shifts.view')}
          disabledReason={null}
          onClose={() => setNaming(false)}
        />
      ) : null}
      {place && releases ? (
        <ChooseVersionDialog place={place} releases={releases} onClose={() => setPlace(null)} />
      ) : null}
    </ListScreen>
  );
}
