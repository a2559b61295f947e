import { History24Regular } from '@fluentui/react-icons';
import { people, type StaffEvent } from '#contract/people.ts';
import { formatInstant, type Zones } from '#domain/store-time.ts';
import { read } from '#renderer/lib/read.ts';
import { usePage } from '#renderer/lib/use-list.ts';
import type { Column } from '#renderer/ui/data-table.tsx';
import { AuditEventText } from '#renderer/ui/audit-event-text.tsx';
import { ListTable } from '#renderer/ui/list-table.tsx';
import { CellLine, MutedText } from '#renderer/ui/table-text.tsx';

/** Rows of a page. */
const PER_PAGE = 10;

function EventCell({ event }: { event: StaffEvent }) {
  return (
    <AuditEventText event={event}>
      {event.changed.length ? <CellLine>Changed: {event.changed.join(', ')}</CellLine> : null}
    </AuditEventText>
  );
}

type StaffActivityProps = {
  staffId: number;
  page: number;
  onPage: (page: number) => void;
  timeZone: Zones;
  zoneNamed: (text: string) => string;
};

/** Lists a person's actions in words, newest first. */
export function StaffActivity({ staffId, page, onPage, timeZone, zoneNamed }: StaffActivityProps) {
  const list = usePage(
    read(people.activity, { params: { staffId }, query: { page, per_page: PER_PAGE } }),
    onPage,
  );
  const columns: Column<StaffEvent>[] = [
    {
      key: 'at',
      phone: 'line',
      head: zoneNamed('When'),
      width: 'content',
      cell: (row) => formatInstant(row.at, timeZone),
    },
    { key: 'what', phone: 'title', head: 'What', cell: (row) => <EventCell event={row} /> },
    {
      key: 'store',
      phone: 'line',
      head: 'Store',
      width: 'content',
      cell: (row) => row.store?.name ?? <MutedText>Whole chain</MutedText>,
    },
  ];
  return (
    <ListTable
      bare
      low
      label="Activity"
      columns={columns}
      list={list}
      empty={{
        icon: <History24Regular />,
        title: 'No activity yet',
        text: 'What they do at your stores shows here.',
      }}
    />
  );
}
