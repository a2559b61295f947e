import { makeStyles } from '@fluentui/react-components';
import { Delete20Regular, Edit20Regular, Open20Regular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import type { Customer } from '#contract/customers.ts';
import { DataTable, type Column } from '#renderer/ui/data-table.tsx';
import { GroupBadge } from '#renderer/ui/group-badge.tsx';
import { RowMenu, type RowAction } from '#renderer/ui/row-menu.tsx';
import { MutedText, TextLink } from '#renderer/ui/table-text.tsx';
import { tabular } from '#renderer/ui/theme.ts';
import { pointsWords } from './customer-words.ts';

const useStyles = makeStyles({ figures: { ...tabular, whiteSpace: 'nowrap' } });

/** What can be asked for in a row's menu besides looking at it. */
export type RowWish = 'edit' | 'delete';

type CustomersTableProps = {
  rows: readonly Customer[] | undefined;
  stale: boolean;
  instead?: ReactNode;
  pager?: ReactNode;
  mayDo: (wish: RowWish) => boolean;
  /** Where a row's link leads, and what the page there should know. */
  linkTo: (row: Customer) => { to: string; state: unknown };
  onOpen: (row: Customer) => void;
  onWish: (wish: RowWish, row: Customer) => void;
};

const wishes: Record<RowWish, Omit<RowAction, 'onClick'>> = {
  edit: { label: 'Edit', icon: <Edit20Regular /> },
  delete: { label: 'Delete', icon: <Delete20Regular />, danger: true },
};

function actionsFor(row: Customer, { mayDo, onOpen, onWish }: CustomersTableProps): RowAction[] {
  const offered = (Object.keys(wishes) as RowWish[]).filter(mayDo);
  return [
    { label: 'View', icon: <Open20Regular />, onClick: () => onOpen(row) },
    ...offered.map((wish) => ({ ...wishes[wish], onClick: () => onWish(wish, row) })),
  ];
}

/** Too long for its column, it breaks before its `@`. */
function Email({ address }: { address: string }) {
  const at = address.indexOf('@');
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  );
}

const dash = <MutedText>–</MutedText>;

function columnsOf(props: CustomersTableProps, figures: string): Column<Customer>[] {
  return [
    {
      key: 'name',
      head: 'Name',
      width: '19%',
      sort: 'name',
      cell: (row) => <TextLink {...props.linkTo(row)}>{row.name}</TextLink>,
    },
    {
      key: 'phone',
      head: 'Phone',
      width: '156px',
      cell: (row) => <span className={figures}>{row.phone}</span>,
    },
    {
      key: 'email',
      head: 'Email',
      cell: (row) => (row.email === null ? dash : <Email address={row.email} />),
    },
    {
      key: 'group',
      head: 'Group',
      width: '116px',
      cell: (row) => <GroupBadge group={row.customer_group} />,
    },
    {
      key: 'channel',
      head: 'Signup channel',
      width: '13%',
      cell: (row) => row.signup_channel?.name ?? dash,
    },
    {
      key: 'points',
      head: 'Points',
      width: '104px',
      align: 'end',
      cell: (row) => <span className={figures}>{pointsWords(row.loyalty_points)}</span>,
    },
    {
      key: 'actions',
      head: 'Actions',
      headHidden: true,
      width: '56px',
      align: 'end',
      cell: (row) => <RowMenu label={`Actions for ${row.name}`} actions={actionsFor(row, props)} />,
    },
  ];
}

/** The customers of a page of the list, by name. */
export function CustomersTable(props: CustomersTableProps) {
  const styles = useStyles();
  return (
    <DataTable
      low
      label="Customers"
      columns={columnsOf(props, styles.figures)}
      rows={props.rows}
      rowKey={(row) => row.id}
      sort="name"
      onOpen={props.onOpen}
      stale={props.stale}
      instead={props.instead}
      pager={props.pager}
    />
  );
}
