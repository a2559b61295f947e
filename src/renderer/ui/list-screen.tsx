import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { orderOf } from './card-order.tsx';
import type { Column } from './data-table.tsx';
import { FilterBar } from './filter-bar.tsx';
import { AboveList, ListPage } from './list-page.tsx';
import { ListTable, type ListPageState, type ListTableProps } from './list-table.tsx';
import type { Actions } from './page-actions.tsx';
import { PageHeader } from './page-header.tsx';
import { actionsColumn, type RowAction } from './row-menu.tsx';
import { CellLine, TextLink } from './table-text.tsx';

/** A column of a list screen; the first one with a head is the link to its row's page. */
export type ListColumn<Row> = Column<Row> & {
  /** A second, smaller line below the cell. */
  line?: (row: Row) => ReactNode;
};

type ListScreenProps<Row> = Pick<ListTableProps<Row>, 'empty' | 'notFound' | 'low' | 'narrow'> & {
  title: string;
  /** One line that describes the list. */
  line: ReactNode;
  actions?: Actions;
  list: ListPageState<Row> & { linkState: object };
  /** Above the filters: the list's totals. */
  above?: ReactNode;
  /** The filters. */
  filters?: ReactNode;
  columns: readonly ListColumn<Row>[];
  /** The order of the rows where it cannot be chosen. */
  sort?: string;
  /** Returns a row's name: "Actions for MNL-01-000123". */
  nameOf: (row: Row) => string;
  /** The address of a row's page. */
  pageOf?: (row: Row) => string;
  /** Called on a click in a row whose first column renders its own link. */
  onOpen?: (row: Row) => void;
  /** Returns the actions of a row besides opening it. */
  actionsFor?: (row: Row) => readonly RowAction[];
  children?: ReactNode;
};

/** A list as a page: title and primary action, filter row, table with its states, pinned pager. */
export function ListScreen<Row extends { id: number }>(props: ListScreenProps<Row>) {
  const { title, line, actions, list, above, filters, columns, sort, children } = props;
  const { nameOf, pageOf, actionsFor, ...table } = props;
  const navigate = useNavigate();
  const state = list.linkState;
  const named = columns.findIndex(({ headHidden }) => !headHidden);
  const linked = columns.map(({ line: below, ...column }, place): Column<Row> => {
    const cell = (row: Row) =>
      place === named && pageOf ? (
        <TextLink to={pageOf(row)} state={state}>
          {column.cell(row)}
        </TextLink>
      ) : (
        column.cell(row)
      );
    if (!below) return { ...column, cell };
    return {
      ...column,
      cell: (row) => {
        const second = below(row);
        // A dash that stands alone is left out of a card.
        return second === null ? (
          cell(row)
        ) : (
          <>
            {cell(row)}
            <CellLine>{second}</CellLine>
          </>
        );
      },
    };
  });
  return (
    <ListPage>
      <PageHeader title={title} line={line} actions={actions} />
      {above ? <AboveList>{above}</AboveList> : null}
      {filters ? (
        <FilterBar label={title} list={list} order={list.sort === undefined ? null : orderOf(columns, list)}>
          {filters}
        </FilterBar>
      ) : null}
      <ListTable<Row>
        low={table.low}
        narrow={table.narrow}
        empty={table.empty}
        notFound={table.notFound}
        label={title}
        list={list}
        columns={actionsFor ? [...linked, actionsColumn(nameOf, actionsFor)] : linked}
        sort={sort}
        orderedAbove={Boolean(filters)}
        onOpen={pageOf ? (row) => void navigate(pageOf(row), { state }) : table.onOpen}
      />
      {children}
    </ListPage>
  );
}
