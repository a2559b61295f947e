import type { StaffRow } from '#contract/people.ts';
import { formatInstant, type Zones } from '#domain/store-time.ts';
import { EmailText } from '#renderer/ui/email-text.tsx';
import type { ListColumn } from '#renderer/ui/list-screen.tsx';
import { RoleBadge } from '#renderer/ui/role-badge.tsx';
import { StateBadge } from '#renderer/ui/state-badge.tsx';
import { MutedText } from '#renderer/ui/table-text.tsx';

/** Formats the last sign-in, or `Never`. */
export const lastLoginText = (at: number | null, timeZone: Zones): string =>
  at === null ? 'Never' : formatInstant(at, timeZone);

/** The columns of the staff list; the server sorts by name. */
export const staffColumns = (timeZone: Zones): readonly ListColumn<StaffRow>[] => [
  {
    key: 'name',
    head: 'Staff member',
    sort: 'name',
    cell: (row) => row.name,
    line: (row) => <EmailText address={row.email} />,
  },
  { key: 'role', head: 'Role', width: 'content', cell: (row) => <RoleBadge role={row.role} /> },
  {
    key: 'store',
    head: 'Primary store',
    width: 'content',
    cell: (row) => row.primary_store?.name ?? <MutedText>No primary store</MutedText>,
  },
  {
    key: 'status',
    head: 'Status',
    width: 'content',
    cell: (row) => <StateBadge of="person" state={row.is_active ? 'active' : 'inactive'} />,
  },
  {
    key: 'login',
    head: 'Last login',
    width: 'content',
    cell: (row) =>
      row.last_login_at === null ? <MutedText>Never</MutedText> : lastLoginText(row.last_login_at, timeZone),
  },
];
