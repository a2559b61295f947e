import { makeStyles } from '@fluentui/react-components';
import type { StoreEntry } from '#contract/stores.ts';
import { EmailText } from '#renderer/ui/email-text.tsx';
import type { ListColumn } from '#renderer/ui/list-screen.tsx';
import { MutedText } from '#renderer/ui/table-text.tsx';
import { ActiveBadge, TypeBadge } from './store-badges.tsx';

const useStyles = makeStyles({
  /** Clamped; the store's page has the full address. */
  address: {
    display: '-webkit-box',
    overflow: 'hidden',
    '-webkit-line-clamp': '2',
    '-webkit-box-orient': 'vertical',
  },
});

function Address({ children }: { children: string }) {
  return (
    <span className={useStyles().address} title={children}>
      {children}
    </span>
  );
}

const dash = <MutedText>–</MutedText>;

/** The columns of the store list; the server sorts by name. */
export const storeColumns: readonly ListColumn<StoreEntry>[] = [
  {
    key: 'name',
    head: 'Name, code',
    width: 'content',
    sort: 'name',
    cell: (row) => row.name,
    line: (row) => row.code,
  },
  {
    key: 'address',
    phone: 'line',
    head: 'Address',
    spare: 1,
    cell: (row) => (row.address === null ? dash : <Address>{row.address}</Address>),
  },
  { key: 'type', head: 'Type', width: 'content', spare: 2, cell: (row) => <TypeBadge store={row} /> },
  {
    key: 'email',
    head: 'Email, phone',
    width: 'content',
    cell: (row) => (row.email === null ? dash : <EmailText address={row.email} />),
    line: (row) => row.phone,
  },
  { key: 'status', head: 'Status', width: 'content', cell: (row) => <ActiveBadge store={row} /> },
];
