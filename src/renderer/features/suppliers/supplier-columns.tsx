import { makeStyles } from '@fluentui/react-components';
import type { Supplier } from '#contract/suppliers.ts';
import { formatDate, formatShortDate } from '#domain/calendar-dates.ts';
import { storeDate, type Zones } from '#domain/store-time.ts';
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

const phoneOf = ({ phone }: Supplier) => (phone === null ? dash : <Figures>{phone}</Figures>);

/** Name, code, contact and phone: a column each if there is room, else stacked. */
const whoColumns = (isNarrow: boolean): ListColumn<Supplier>[] => {
  const name = { key: 'name', head: 'Name', sort: 'name', cell: (row: Supplier) => row.name };
  const contact = {
    key: 'contact',
    phone: 'line' as const,
    cell: (row: Supplier) => row.contact_person ?? dash,
  };
  const email = {
    key: 'email',
    head: 'Email',
    cell: (row: Supplier) => (row.email === null ? dash : <ClippedText>{row.email}</ClippedText>),
  };
  return isNarrow
    ? [
        { ...name, head: 'Name, code', line: (row) => row.code },
        { ...contact, head: 'Contact, phone', width: '160px', line: phoneOf },
        { ...email, width: '19%' },
      ]
    : [
        name,
        { key: 'code', head: 'Code', width: '84px', cell: (row) => row.code },
        { ...contact, head: 'Contact person', width: '10%' },
        { ...email, width: '14%' },
        { key: 'phone', head: 'Phone', width: '156px', cell: phoneOf },
      ];
};

/** The columns of the supplier list; the server sorts by name. */
export const supplierColumns = (timeZone: Zones, isNarrow: boolean): readonly ListColumn<Supplier>[] => [
  ...whoColumns(isNarrow),
  { key: 'status', head: 'Status', width: '96px', cell: (row) => <SupplierBadge supplier={row} /> },
  {
    key: 'terms',
    head: isNarrow ? 'Terms' : 'Payment terms',
    width: '10%',
    cell: (row) => row.payment_terms ?? dash,
  },
  {
    key: 'created',
    phone: 'hidden',
    head: 'Created',
    width: '122px',
    cell: (row) => {
      const date = storeDate(row.created_at, timeZone);
      return <Figures whole={formatDate(date)}>{formatShortDate(date, { withYear: true })}</Figures>;
    },
  },
];
