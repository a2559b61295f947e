import { makeStyles } from '@fluentui/react-components';
import type { Supplier } from '#contract/suppliers.ts';
import { formatDate, formatShortDate } from '#domain/calendar-dates.ts';
import { storeDate, type Zones } from '#domain/store-time.ts';
import { EmailText } from '#renderer/ui/email-text.tsx';
import type { ListColumn } from '#renderer/ui/list-screen.tsx';
import { MutedText } from '#renderer/ui/table-text.tsx';
import { tabular } from '#renderer/ui/theme.ts';
import { SupplierBadge } from './supplier-badge.tsx';

const useStyles = makeStyles({ figures: tabular });

const Figures = ({ children, title }: { children: string; title?: string }) => (
  <span className={useStyles().figures} title={title}>
    {children}
  </span>
);

const dash = <MutedText>–</MutedText>;

const phoneOf = ({ phone }: Supplier) => (phone === null ? dash : <Figures>{phone}</Figures>);

/** Name, code, contact, email and phone: a column each where there is room, else code and phone below another. */
const whoColumns = (isWide: boolean): ListColumn<Supplier>[] => {
  const name = { key: 'name', head: 'Name', sort: 'name', least: 240, cell: (row: Supplier) => row.name };
  const contact = {
    key: 'contact',
    phone: 'line' as const,
    head: 'Contact person',
    least: 168,
    cell: (row: Supplier) => row.contact_person ?? dash,
  };
  const email = {
    key: 'email',
    head: 'Email',
    width: 'content',
    cell: (row: Supplier) => (row.email === null ? dash : <EmailText address={row.email} />),
  };
  return isWide
    ? [
        name,
        { key: 'code', head: 'Code', width: 'content', cell: (row) => row.code },
        contact,
        email,
        { key: 'phone', head: 'Phone', width: 'content', cell: phoneOf },
      ]
    : [
        { ...name, head: 'Name, code', line: (row) => row.code },
        contact,
        { ...email, head: 'Email, phone', line: phoneOf },
      ];
};

/** The columns of the supplier list; the server sorts by name. */
export const supplierColumns = (timeZone: Zones, isWide: boolean): readonly ListColumn<Supplier>[] => [
  ...whoColumns(isWide),
  { key: 'status', head: 'Status', width: 'content', cell: (row) => <SupplierBadge supplier={row} /> },
  { key: 'terms', head: 'Payment terms', cell: (row) => row.payment_terms ?? dash },
  {
    key: 'created',
    phone: 'hidden',
    head: 'Created',
    width: 'content',
    spare: 1,
    cell: (row) => {
      const date = storeDate(row.created_at, timeZone);
      return <Figures title={formatDate(date)}>{formatShortDate(date, { withYear: true })}</Figures>;
    },
  },
];
