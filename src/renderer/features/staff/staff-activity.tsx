import { History24Regular } from '@fluentui/react-icons';
import { people, type StaffDeed } from '#contract/people.ts';
import { deedWords } from '#domain/deeds.ts';
import { formatInstant } from '#domain/store-time.ts';
import { read } from '#renderer/lib/read.ts';
import { usePage } from '#renderer/lib/use-list.ts';
import type { Column } from '#renderer/ui/data-table.tsx';
import { ListTable } from '#renderer/ui/list-table.tsx';
import { MutedText, TextLink } from '#renderer/ui/table-text.tsx';

/** Rows of a page. */
const PER_PAGE = 10;

/** What can be opened of what was done, by the area of the deed. */
const pages: Readonly<Record<string, string>> = {
  transactions: '/transactions',
  customers: '/customers',
};
/** Deeds that are done to something else than a thing of their area. */
const OF_OTHERS = /Group|Channel|delete$/;

function pageOf({ action, subject_id: id }: StaffDeed, may: (area: string) => boolean): string | null {
  const [area = '', name = ''] = action.split('.');
  const path = pages[area];
  return path && id !== null && may(area) && !OF_OTHERS.test(name) ? `${path}/${id}` : null;
}

/** `primary_store` as people say it: "primary store". */
const fieldWords = (field: string) => field.replaceAll('_', ' ').replaceAll('.', ' ');

function moreWords({ refused, reason, changed_fields: fields }: StaffDeed): string {
  return [
    refused === null ? null : 'It was refused',
    reason,
    fields.length ? `Changed: ${fields.map(fieldWords).join(', ')}` : null,
  ]
    .filter((part) => part !== null)
    .join('. ');
}

type StaffActivityProps = {
  staffId: number;
  page: number;
  onPage: (page: number) => void;
  timeZone: string;
  /** Whether the reader may open things of an area. */
  may: (area: string) => boolean;
};

/** What somebody did, the newest first, in words. */
export function StaffActivity({ staffId, page, onPage, timeZone, may }: StaffActivityProps) {
  const list = usePage(
    read(people.activity, { params: { staffId }, query: { page, per_page: PER_PAGE } }),
    onPage,
  );
  const columns: Column<StaffDeed>[] = [
    { key: 'at', head: 'When', width: '22%', cell: (row) => formatInstant(row.at, timeZone) },
    {
      key: 'what',
      head: 'What',
      width: '30%',
      cell: (row) => {
        const to = pageOf(row, may);
        return to ? <TextLink to={to}>{deedWords(row.action)}</TextLink> : deedWords(row.action);
      },
    },
    { key: 'more', head: 'Details', cell: (row) => moreWords(row) || <MutedText>–</MutedText> },
    { key: 'store', head: 'Store', width: '18%', cell: (row) => row.store?.name ?? <MutedText>–</MutedText> },
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
        title: 'Nothing done yet',
        words: 'What they do at your stores shows here.',
      }}
    />
  );
}
