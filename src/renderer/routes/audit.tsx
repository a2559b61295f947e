import { ArrowDownload20Regular, ClipboardTextLtr24Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import type { AuditEntry, AuditFilters } from '#contract/audit.ts';
import { zonesOf } from '#domain/store-time.ts';
import { useStoreChoices, useZoneNamed } from '#renderer/app/inactive-stores.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { auditModules } from '#renderer/features/audit/audit-modules.ts';
import { auditColumns } from '#renderer/features/audit/audit-columns.tsx';
import { ChangesDialog } from '#renderer/features/audit/changes-dialog.tsx';
import { api } from '#renderer/lib/api.ts';
import { withoutPlace } from '#renderer/lib/list-address.ts';
import { useFileExport } from '#renderer/lib/use-file-export.ts';
import { useList } from '#renderer/lib/use-list.ts';
import { useToday } from '#renderer/lib/use-today.ts';
import { Button } from '#renderer/ui/button.tsx';
import { DateRangeFilter } from '#renderer/ui/date-range-filter.tsx';
import { ChoiceFilter } from '#renderer/ui/filters.tsx';
import { ListScreen } from '#renderer/ui/list-screen.tsx';
import { ONE_PANE, useMedia } from '#renderer/ui/use-media.ts';
import { lists } from './lists.ts';

/** /audit: who did what, when and where, with the changed values. */
export function AuditPage() {
  const { store } = useSignedIn();
  const stores = useStoreChoices();
  const zoneNamed = useZoneNamed();
  const today = useToday(zonesOf(store));
  const list = useList(...lists.audit(today));
  const { query, change } = list;
  const isCard = useMedia(ONE_PANE);
  const download = useFileExport('audit', (filters: AuditFilters) => api.audit.export({ query: filters }));
  const [looked, setLooked] = useState<AuditEntry | null>(null);
  const showAllDates = () => change({ start_date: null, end_date: null });
  return (
    <ListScreen
      title="Audit Log"
      line="Who did what, when and where. Nobody can change it."
      actions={{
        secondary: [
          {
            label: 'Export',
            icon: <ArrowDownload20Regular />,
            busy: download.busy,
            disabled: !list.page,
            disabledReason: list.page?.total === 0 ? 'There is nothing to export' : null,
            onClick: () => void download.run(withoutPlace(query)),
          },
        ],
      }}
      list={list}
      filters={
        <>
          <DateRangeFilter
            range={{ start: query.start_date ?? null, end: query.end_date ?? null }}
            today={today}
            onChange={({ start, end }) => change({ start_date: start, end_date: end })}
          />
          <ChoiceFilter
            label="Area"
            all="All areas"
            width={180}
            choices={auditModules}
            value={query.area}
            onChange={(area) => change({ area })}
          />
          <ChoiceFilter
            label="Store"
            all="All stores"
            width={200}
            choices={stores}
            value={query.store_id}
            onChange={(store_id) => change({ store_id })}
          />
        </>
      }
      columns={auditColumns({ timeZone: zonesOf(store), zoneNamed }, setLooked, isCard)}
      sort="-at"
      nameOf={(row) => row.what}
      empty={{
        icon: <ClipboardTextLtr24Regular />,
        title: 'Nothing was done in these days',
        text: 'What somebody does in the shop shows here.',
        action: <Button onClick={showAllDates}>Show all dates</Button>,
      }}
      notFound={{
        text: 'Choose another area or store, or widen the dates.',
        action: <Button onClick={showAllDates}>Search all dates</Button>,
      }}
    >
      {looked ? (
        <ChangesDialog
          entry={looked}
          timeZone={zonesOf(store)}
          zoneNamed={zoneNamed}
          onClose={() => setLooked(null)}
        />
      ) : null}
    </ListScreen>
  );
}
