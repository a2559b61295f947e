import { makeStyles } from '@fluentui/react-components';
import type { Supplier } from '#contract/suppliers.ts';
import { formatDate, formatShortDate } from '#domain/calendar-dates.ts';
import { storeDate } from '#domain/store-time.ts';
import type { ListColumn } from '#renderer/ui/list-screen.tsx';
import { ClippedText, MutedText } from '#renderer/ui/table-text.tsx';
import { tabular } from '#renderer/ui/theme.ts';
import { SupplierBadge } from './supplier-badge.tsx';

const useStyles = makeStyles({ figures: tabular });

function Figures({ children, whole }: { children: string; whole?: string | undefined }) {
  return (
    <span className={useStyles().figures}>
      <ClippedText whole={whole}>{children}</ClippedText>
    </span>
  );
}

const dash = <MutedText>–</MutedText>;

/** What the list shows of a supplier; the server sorts by name. */
export const supplierColumns = (timeZone: string): readonly ListColumn<Supplier>[] => [
  { key: 'name', head: 'Name', sort: 'name', cell: (row) => row.name },
  { key: 'code', head: 'Code', width: '84px', cell: (row) => row.code },
  { key: 'contact', head: 'Contact person', width: '10%', cell: (row) => row.contact_person ?? dash },
  {
    key: 'email',
    head: 'Email',
    width: '14%',
    cell: (row) => (row.email === null ? dash : <ClippedText>{row.email}</ClippedText>),
  },
  {
    key: 'phone',
    head: 'Phone',
    width: '156px',
    cell: (row) => (row.phone === null ? dash : <Figures>{row.phone}</Figures>),
  },
  { key: 'status', head: 'Status', width: '96px', cell: (row) => <SupplierBadge supplier={row} /> },
  { key: 'terms', head: 'Payment terms', width: '10%', cell: (row) => row.payment_terms ?? dash },
  {
    key: 'created',
    head: 'Created',
    width: '122px',
    cell: (row) => {
      const date = storeDate(row.created_at, timeZone);
      return <Figures whole={formatDate(date)}>{formatShortDate(date, { withYear: true })}</Figures>;
    },
  },
];
