import { DocumentTable24Regular } from '@fluentui/react-icons';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { imports, type ImportRecord } from '#contract/imports.ts';
import { isBusy, type ImportState } from '#domain/imports.ts';
import { zonesOf } from '#domain/store-time.ts';
import { OtherStoreBanner } from '#renderer/app/other-store-banner.tsx';
import { useSignedIn } from '#renderer/app/session.tsx';
import { AskedCard } from '#renderer/features/imports/asked-card.tsx';
import { useImportActions } from '#renderer/features/imports/import-actions.tsx';
import { ImportFigures } from '#renderer/features/imports/import-figures.tsx';
import { ImportProgress } from '#renderer/features/imports/import-progress.tsx';
import { lineOf } from '#renderer/features/imports/import-text.ts';
import { MatchCard } from '#renderer/features/imports/match-card.tsx';
import { RowLists } from '#renderer/features/imports/row-lists.tsx';
import { read } from '#renderer/lib/read.ts';
import { useAddressed } from '#renderer/lib/use-addressed.ts';
import { useBackToList } from '#renderer/lib/use-list.ts';
import { DetailHeader } from '#renderer/ui/detail-header.tsx';
import { Loaded, type BackTo } from '#renderer/ui/loaded.tsx';
import { Page } from '#renderer/ui/page-header.tsx';
import { Skeleton } from '#renderer/ui/skeleton.tsx';
import { StateBadge } from '#renderer/ui/state-badge.tsx';

/** Milliseconds between polls of the import's progress. */
const ASKED_AGAIN = 400;

/** /imports/:importId: an import's columns, results by row and progress. */
export function ImportPage() {
  const back = { to: useBackToList('/imports'), label: 'Imports' };
  const query = useAddressed('importId', (importId) => read(imports.get, { params: { importId } }), {
    refetchInterval: ({ state }) => (state.data && isBusy(state.data.state) ? ASKED_AGAIN : false),
  });
  return (
    <Loaded
      back={back}
      query={query}
      noun="import"
      missing={{ icon: <DocumentTable24Regular />, text: 'It does not exist, or you may not see it.' }}
      skeleton={
        <>
          <Skeleton height={48} />
          <Skeleton height={96} />
          <Skeleton height={360} />
        </>
      }
    >
      {(record) => <ImportDetail key={record.id} record={record} back={back} />}
    </Loaded>
  );
}

/** Invalidates all reads once the server has finished its work: no mutation of this page does so. */
function useFollowed(state: ImportState): void {
  const client = useQueryClient();
  const before = useRef(state);
  useEffect(() => {
    const wasBusy = isBusy(before.current);
    before.current = state;
    if (wasBusy && !isBusy(state)) void client.invalidateQueries();
  }, [client, state]);
}

function ImportDetail({ record, back }: { record: ImportRecord; back: BackTo }) {
  const { store, staff } = useSignedIn();
  const [isMatching, setMatching] = useState(false);
  useFollowed(record.state);
  const { actions, dialogs } = useImportActions({
    record,
    isMatching,
    onMatch: () => setMatching(true),
  });
  const { state } = record;
  const isMissing = state === 'matching' && record.created_by.id === staff.id;
  const isKnown = state === 'ready' || state === 'done' || state === 'undone';
  return (
    <Page>
      <DetailHeader
        back={back}
        title={record.file_name}
        badge={<StateBadge of="import" state={state} />}
        line={lineOf(record, zonesOf(store))}
        actions={actions}
      />
      {record.store ? <OtherStoreBanner noun="import" stores={[record.store]} /> : null}
      {isBusy(state) ? <ImportProgress record={record} /> : null}
      {isMissing || (isMatching && state === 'ready') ? (
        <MatchCard record={record} onClose={isMissing ? undefined : () => setMatching(false)} />
      ) : null}
      {state === 'ready' && !isMatching ? <AskedCard record={record} /> : null}
      {isKnown ? <ImportFigures record={record} /> : null}
      {isKnown ? <RowLists record={record} /> : null}
      {dialogs}
    </Page>
  );
}
