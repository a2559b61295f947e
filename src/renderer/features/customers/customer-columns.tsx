import { makeStyles } from '@fluentui/react-components';
import type { Customer } from '#contract/customers.ts';
import { formatDate } from '#domain/calendar-dates.ts';
import { EmailText } from '#renderer/ui/email-text.tsx';
import { GroupBadge } from '#renderer/ui/group-badge.tsx';
import type { ListColumn } from '#renderer/ui/list-screen.tsx';
import { ClippedText, MutedText } from '#renderer/ui/table-text.tsx';
import { tabular } from '#renderer/ui/theme.ts';
import { pointsText } from './customer-text.ts';

const useStyles = makeStyles({ figures: tabular });

function Figures({ children }: { children: string }) {
  return <span className={useStyles().figures}>{children}</span>;
}

const dash = <MutedText>–</MutedText>;

/** The columns of the list of customers; the server sorts by name. */
export const customerColumns: readonly ListColumn<Customer>[] = [
  { key: 'name', head: 'Name', sort: 'name', cell: (row) => row.name },
  {
    key: 'phone',
    phone: 'line',
    head: 'Phone',
    width: 'content',
    cell: (row) => <Figures>{row.phone}</Figures>,
  },
  {
    key: 'email',
    phone: 'line',
    head: 'Email',
    width: 'content',
    cell: (row) => (row.email === null ? dash : <EmailText address={row.email} />),
  },
  {
    key: 'group',
    phone: 'state',
    head: 'Group',
    width: 'content',
    cell: (row) => <GroupBadge group={row.customer_group} />,
  },
  {
    key: 'address',
    head: 'Address',
    from: 'wide',
    width: '26%',
    cell: (row) =>
      row.address === null ? dash : <ClippedText>{row.address.replaceAll('\n', ', ')}</ClippedText>,
  },
  {
    key: 'birthday',
    head: 'Birthday',
    width: 'content',
    from: 'vast',
    cell: (row) => (row.birthday === null ? dash : formatDate(row.birthday)),
  },
  {
    key: 'notes',
    head: 'Notes',
    from: 'vast',
    width: '16%',
    cell: (row) => (row.notes === null ? dash : <ClippedText>{row.notes}</ClippedText>),
  },
  {
    key: 'channel',
    phone: 'hidden',
    head: 'Signup channel',
    width: 'content',
    spare: 1,
    cell: (row) => row.signup_channel?.name ?? dash,
  },
  {
    key: 'points',
    head: 'Points',
    width: 'content',
    align: 'end',
    cell: (row) => <Figures>{pointsText(row.loyalty_points)}</Figures>,
  },
];
