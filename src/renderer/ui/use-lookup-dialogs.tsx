import { Add20Regular, Delete20Regular, Edit20Regular } from '@fluentui/react-icons';
import { useState, type ReactNode } from 'react';
import type { OnError } from '#renderer/lib/use-route-mutation.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import type { RowAction } from './row-menu.tsx';

export type LookupEntry = { id: number; name: string };

export type LookupDialogs<Row extends LookupEntry> = {
  /** "Add group" */
  addLabel: string;
  mayAdd?: boolean;
  /** "Edit", "Rename"; entries cannot be changed without it. */
  editLabel?: string;
  /** Renders the dialog that adds or changes an entry. */
  dialog: (entry: Row | null, close: () => void) => ReactNode;
  /** Says what is lost with an entry, if anything is. */
  deleteConsequence?: (entry: Row) => string;
  /** Deletes an entry; null when it failed and the failure was shown. */
  onDelete: (entry: Row, onError: OnError) => Promise<unknown>;
  /** False hides Delete: the shop needs the entry, or the user has no permission. */
  mayDelete?: (entry: Row) => boolean;
};

/** Returns the dialogs that add, change and delete an entry of a short list, and the actions that open them. */
export function useLookupDialogs<Row extends LookupEntry>(props: LookupDialogs<Row>) {
  const { addLabel, mayAdd = true, editLabel, mayDelete = () => true } = props;
  const [editing, setEditing] = useState<{ entry: Row | null } | null>(null);
  const [deleting, setDeleting] = useState<Row | null>(null);
  return {
    /** Null without the permission to add one. */
    add: mayAdd
      ? { label: addLabel, icon: <Add20Regular />, onClick: () => setEditing({ entry: null }) }
      : null,
    actionsFor: (row: Row): RowAction[] => [
      ...(editLabel
        ? [{ label: editLabel, icon: <Edit20Regular />, onClick: () => setEditing({ entry: row }) }]
        : []),
      ...(mayDelete(row)
        ? [{ label: 'Delete', icon: <Delete20Regular />, danger: true, onClick: () => setDeleting(row) }]
        : []),
    ],
    dialogs: (
      <>
        {editing ? props.dialog(editing.entry, () => setEditing(null)) : null}
        {deleting ? (
          <DeleteDialog
            name={deleting.name}
            consequence={props.deleteConsequence?.(deleting)}
            onDelete={(onError) => props.onDelete(deleting, onError)}
            onClose={() => setDeleting(null)}
          />
        ) : null}
      </>
    ),
  };
}
