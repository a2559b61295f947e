import { SearchInfo24Regular } from '@fluentui/react-icons';
import type { ReactElement, ReactNode } from 'react';
import { inSentence } from '#renderer/lib/in-sentence.ts';
import { Button } from './button.tsx';
import { DataTable, type DataTableProps } from './data-table.tsx';
import { EmptyState } from './empty-state.tsx';
import { ErrorState } from './error-state.tsx';
import { Pager, type PagePlace } from './pager.tsx';

/** One page of a list: loading, failed, or with its rows. */
export type ListPageState<Row> = {
  /** Undefined during the first load. */
  page: (PagePlace & { data: Row[] }) | undefined;
  isStale: boolean;
  /** Why there is no page; null while there is one or it still loads. */
  error: Error | null;
  retry: () => void;
  /** Absent if everything is one page. */
  turnTo?: (page: number) => void;
  /** The address of a page, where the list is in the address. */
  addressOf?: (page: number) => string;
  /** True if filters are set: missing rows may be hidden by them. */
  isNarrowed?: boolean;
  narrowedBy?: readonly string[];
  clear?: () => void;
  /** The chosen order, where there is a choice. */
  sort?: string | undefined;
  sortBy?: (sort: string) => void;
  pageSizes?: readonly number[];
  resize?: (size: number) => void;
};

/** The empty state of a table. */
export type Nothing = { icon: ReactElement; title: string; text?: ReactNode; action?: ReactNode };

export type ListTableProps<Row> = Omit<
  DataTableProps<Row>,
  'rows' | 'rowKey' | 'stale' | 'instead' | 'pager' | 'onSort'
> & {
  list: ListPageState<Row>;
  /** Shown when the list has no rows at all: what to do next. */
  empty: Nothing;
  /** Shown when no row matches the filters: a hint, and an action beside "Clear filters". */
  notFound?: { text?: ReactNode; action?: ReactNode };
  rowKey?: (row: Row) => string | number;
};

/** A page of a list in all its states: loading, failed, nothing yet, nothing found, past its end. */
export function ListTable<Row extends { id: number }>(props: ListTableProps<Row>) {
  const { list, empty: _empty, notFound: _notFound, rowKey = (row: Row) => row.id, ...table } = props;
  const { page, turnTo } = list;
  const isChosen = (list.pageSizes ?? []).length > 0;
  const isPaged = page !== undefined && (!table.bare || isChosen || page.last_page > 1);
  return (
    <DataTable
      {...table}
      rows={page?.data}
      rowKey={rowKey}
      sort={list.sort ?? table.sort}
      onSort={list.sort === undefined ? undefined : list.sortBy}
      stale={list.isStale}
      instead={insteadOf(props)}
      pager={
        isPaged && turnTo ? (
          <Pager
            place={page}
            onPage={turnTo}
            addressOf={list.addressOf}
            sizes={list.pageSizes}
            onSize={list.resize}
          />
        ) : null
      }
    />
  );
}

/** Returns what replaces the rows; null where there are rows or they still load. */
export function insteadOf<Row extends { id: number }>(
  props: Pick<ListTableProps<Row>, 'label' | 'list' | 'empty' | 'notFound' | 'bare'>,
): ReactNode {
  const { label, list, empty, notFound, bare: compact = false } = props;
  const { page, turnTo, clear } = list;
  if (list.error) {
    return (
      <ErrorState
        compact={compact}
        title={`${label} could not be loaded`}
        error={list.error}
        onRetry={list.retry}
      >
        {clear ? 'Your filters are kept.' : null}
      </ErrorState>
    );
  }
  if (!page || page.data.length > 0) return null;
  if (page.total > 0 && turnTo) {
    return (
      <EmptyState
        compact={compact}
        icon={empty.icon}
        title="The list ends before this page"
        action={
          <Button appearance="primary" onClick={() => turnTo(1)}>
            Go to the first page
          </Button>
        }
      />
    );
  }
  if (list.isNarrowed && clear) {
    // So many fit the search that not all were looked at: the filters may leave others.
    const isOpen = page.total_capped;
    return (
      <EmptyState
        compact={compact}
        icon={<SearchInfo24Regular />}
        title={isOpen ? 'Too many match this search' : `No ${inSentence(label)} for these filters`}
        action={
          <>
            <Button appearance="primary" onClick={clear}>
              Clear filters
            </Button>
            {notFound?.action}
          </>
        }
      >
        {isOpen ? 'Not all of them could be looked at. Type more of it.' : notFound?.text}
      </EmptyState>
    );
  }
  return (
    <EmptyState compact={compact} icon={empty.icon} title={empty.title} action={empty.action}>
      {empty.text}
    </EmptyState>
  );
}
