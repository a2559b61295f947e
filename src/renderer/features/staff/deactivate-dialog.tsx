import { people, type StaffRow } from '#contract/people.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { ConfirmDialog } from '#renderer/ui/confirm-dialog.tsx';

type DeactivateDialogProps = { person: Pick<StaffRow, 'id' | 'name'>; onClose: () => void };

/** Asks before deactivating a person, and explains what happens to their work. */
export function DeactivateDialog({ person, onClose }: DeactivateDialogProps) {
  const { busy, run } = useRouteMutation(people.deactivate, {
    done: `${person.name} deactivated`,
    failed: 'Failed to deactivate staff member',
  });
  const deactivate = async () => {
    if (await run({ params: { staffId: person.id } })) onClose();
  };
  return (
    <ConfirmDialog
      open
      title={`Deactivate ${person.name}?`}
      consequence={`${person.name} can no longer log in, and is signed out everywhere at once. Sales that they began stay in the store’s pending transactions, for whoever resumes them.`}
      confirmLabel={`Deactivate ${person.name}`}
      busy={busy}
      onConfirm={() => void deactivate()}
      onCancel={onClose}
    />
  );
}
