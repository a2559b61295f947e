import { Add20Regular, Delete20Regular, Edit20Regular } from '@fluentui/react-icons';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { DataTable, type Column } from '#renderer/ui/data-table.tsx';
import { EmptyState } from '#renderer/ui/empty-state.tsx';
import { ErrorState } from '#renderer/ui/error-state.tsx';
import { RowMenu } from '#renderer/ui/row-menu.tsx';

type Entry = { id: number; name: string };

/** What is being done to a list: an entry added, or one of them changed or deleted. */
export type ListWish<Row> = { kind: 'add' } | { kind: 'edit' | 'delete'; row: Row };

type ListCardProps<Row extends Entry> = {
  title: string;
  /** "Add group" */
  addLabel: string;
  /** "Edit", "Rename" */
  editLabel: string;
  /** What the shop cannot do without is not offered to be deleted. */
  mayDelete?: (row: Row) => boolean;
  columns: readonly Column<Row>[];
  list: UseQueryResult<Row[]>;
  empty: { icon: ReactElement; title: string; words: string };
  onWish: (wish: ListWish<Row>) => void;
};

/** A short list of the shop's own words, which admins keep: a card that saves itself. */
export function ListCard<Row extends Entry>(props: ListCardProps<Row>) {
  const { title, addLabel, editLabel, mayDelete = () => true, columns, list, empty, onWish } = props;
  const instead = () => {
    if (list.isError && !list.data) {
      return (
        <ErrorState compact title={`${title} could not be loaded`} onRetry={() => void list.refetch()} />
      );
    }
    if (list.data?.length !== 0) return null;
    return (
      <EmptyState compact icon={empty.icon} title={empty.title}>
        {empty.words}
      </EmptyState>
    );
  };
  const editAction = (row: Row) => ({
    label: editLabel,
    icon: <Edit20Regular />,
    onClick: () => onWish({ kind: 'edit', row }),
  });
  const deleteAction = (row: Row) => ({
    label: 'Delete',
    icon: <Delete20Regular />,
    danger: true,
    onClick: () => onWish({ kind: 'delete', row }),
  });
  const actions: Column<Row> = {
    key: 'actions',
    head: 'Actions',
    headHidden: true,
    width: '56px',
    align: 'end',
    cell: (row) => (
      <RowMenu
        label={`Actions for ${row.name}`}
        actions={mayDelete(row) ? [editAction(row), deleteAction(row)] : [editAction(row)]}
      />
    ),
  };
  return (
    <Card
      flush
      title={title}
      side={
        <Button icon={<Add20Regular />} onClick={() => onWish({ kind: 'add' })}>
          {addLabel}
        </Button>
      }
    >
      <DataTable
        bare
        low
        label={title}
        columns={[...columns, actions]}
        rows={list.data}
        rowKey={(row) => row.id}
        instead={instead()}
      />
    </Card>
  );
}
