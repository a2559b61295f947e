import { Add20Regular, Delete20Regular, Edit20Regular } from '@fluentui/react-icons';
import { useState, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { Card } from './card.tsx';
import type { Column } from './data-table.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { ListTable, type ListPageState, type Nothing } from './list-table.tsx';
import { RowMenu, type RowAction } from './row-menu.tsx';
import type { TellRefusal } from '#renderer/lib/use-change.ts';

type Entry = { id: number; name: string };

export type LookupCardProps<Row extends Entry> = {
  title: string;
  /** "Add group" */
  addLabel: string;
  /** "Edit", "Rename" */
  editLabel: string;
  columns: readonly Column<Row>[];
  list: ListPageState<Row>;
  empty: Nothing;
  /** The dialog that adds an entry, or changes one. */
  dialog: (entry: Row | null, close: () => void) => ReactNode;
  /** What is lost with an entry. */
  deleteConsequence: (entry: Row) => string;
  /** Deletes an entry; null when it failed, which was told. */
  onDelete: (entry: Row, tell: TellRefusal) => Promise<unknown>;
  /** What the shop cannot do without is not offered to be deleted. */
  mayDelete?: (entry: Row) => boolean;
};

/** A short list of the shop's own words, which admins keep: a card that saves itself. */
export function LookupCard<Row extends Entry>(props: LookupCardProps<Row>) {
  const { title, addLabel, editLabel, columns, list, empty, mayDelete = () => true } = props;
  const [editing, setEditing] = useState<{ entry: Row | null } | null>(null);
  const [deleting, setDeleting] = useState<Row | null>(null);
  const actionsFor = (row: Row): RowAction[] => [
    { label: editLabel, icon: <Edit20Regular />, onClick: () => setEditing({ entry: row }) },
    ...(mayDelete(row)
      ? [{ label: 'Delete', icon: <Delete20Regular />, danger: true, onClick: () => setDeleting(row) }]
      : []),
  ];
  const actions: Column<Row> = {
    key: 'actions',
    head: 'Actions',
    headHidden: true,
    width: '56px',
    align: 'end',
    cell: (row) => <RowMenu label={`Actions for ${row.name}`} actions={actionsFor(row)} />,
  };
  return (
    <Card
      flush
      title={title}
      side={
        <Button icon={<Add20Regular />} onClick={() => setEditing({ entry: null })}>
          {addLabel}
        </Button>
      }
    >
      <ListTable<Row> bare low label={title} columns={[...columns, actions]} list={list} empty={empty} />
      {editing ? props.dialog(editing.entry, () => setEditing(null)) : null}
      {deleting ? (
        <DeleteDialog
          name={deleting.name}
          consequence={props.deleteConsequence(deleting)}
          onDelete={(tell) => props.onDelete(deleting, tell)}
          onClose={() => setDeleting(null)}
        />
      ) : null}
    </Card>
  );
}
