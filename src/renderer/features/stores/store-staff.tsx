import { PeopleTeam24Regular } from '@fluentui/react-icons';
import type { StoreStaff as Person } from '#contract/stores.ts';
import { formatInstant, type Zones } from '#domain/store-time.ts';
import { storeStaffPage } from '#renderer/lib/paged-reads.ts';
import { usePage } from '#renderer/lib/use-list.ts';
import type { Column } from '#renderer/ui/data-table.tsx';
import { EmailText } from '#renderer/ui/email-text.tsx';
import { ListTable } from '#renderer/ui/list-table.tsx';
import { RoleBadge } from '#renderer/ui/role-badge.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { MutedText, TextLink } from '#renderer/ui/table-text.tsx';

const columnsFor = (timeZone: Zones, linkTo: StoreStaffProps['linkTo']): Column<Person>[] => [
  {
    key: 'name',
    head: 'Name',
    cell: (row) => (linkTo ? <TextLink to={linkTo(row.id)}>{row.name}</TextLink> : row.name),
  },
  {
    key: 'email',
    phone: 'line',
    head: 'Email',
    width: 'content',
    cell: (row) => <EmailText address={row.email} />,
  },
  { key: 'role', head: 'Role', width: 'content', cell: (row) => <RoleBadge role={row.role} /> },
  {
    key: 'type',
    phone: 'state',
    head: 'Store type',
    width: 'content',
    cell: (row) => (
      <StatusBadge tone="grey" mark="none">
        {row.is_primary_store ? 'Primary' : 'Additional'}
      </StatusBadge>
    ),
  },
  {
    key: 'login',
    head: 'Last login',
    width: 'content',
    cell: (row) =>
      row.last_login_at === null ? <MutedText>Never</MutedText> : formatInstant(row.last_login_at, timeZone),
  },
];

type StoreStaffProps = {
  storeId: number;
  timeZone: Zones;
  page: number;
  onPage: (page: number) => void;
  /** Returns a person's page; null if people have none. */
  linkTo: ((staffId: number) => string) | null;
};

/** Lists the people of a store, by name. */
export function StoreStaff({ storeId, timeZone, page, onPage, linkTo }: StoreStaffProps) {
  const list = usePage(storeStaffPage(storeId, page), onPage);
  return (
    <ListTable
      bare
      low
      label="Staff"
      columns={columnsFor(timeZone, linkTo)}
      list={list}
      empty={{ icon: <PeopleTeam24Regular />, title: 'No staff assigned to this store' }}
    />
  );
}
