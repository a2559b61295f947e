import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { people, type StaffRow } from '#contract/people.ts';
import { tills, type TillMadeBy } from '#contract/shifts.ts';
import { can } from '#domain/permissions.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { read } from '#renderer/lib/read.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { Checkbox } from '#renderer/ui/checkbox.tsx';
import { ConfirmDialog } from '#renderer/ui/confirm-dialog.tsx';
import { Stack } from '#renderer/ui/layout.tsx';
import { Text } from '#renderer/ui/text.tsx';

type DeactivateDialogProps = { person: Pick<StaffRow, 'id' | 'name'>; onClose: () => void };

const nameOf = ({ name, store }: TillMadeBy) => `${name} (${store.name})`;

/** Asks before deactivating a person, explains what happens to their work, and offers to end the access of tills they set up. */
export function DeactivateDialog({ person, onClose }: DeactivateDialogProps) {
  const { staff } = useSignedIn();
  const params = { staffId: person.id };
  const made = useQuery({
    ...read(tills.madeBy, { params }),
    gcTime: 0,
    enabled: can(staff, 'stores.settings'),
  });
  const [endsTills, setEndsTills] = useState(false);
  const { busy, run } = useRouteMutation(people.deactivate, {
    done: `${person.name} deactivated`,
    failed: 'Failed to deactivate staff member',
  });
  const ending = useRouteMutation(tills.endMadeBy, {
    done: ({ message }) => message,
    failed: 'The access of the tills was not ended',
  });
  const deactivate = async () => {
    if (!(await run({ params }))) return;
    if (endsTills) await ending.run({ params });
    onClose();
  };
  const theirs = made.data?.data ?? [];
  return (
    <ConfirmDialog
      open
      title={`Deactivate ${person.name}?`}
      consequence={`${person.name} can no longer log in, and is signed out everywhere at once. Sales that they began stay in the store’s pending transactions, for whoever resumes them.`}
      confirmLabel={`Deactivate ${person.name}`}
      busy={busy || ending.busy}
      onConfirm={() => void deactivate()}
      onCancel={onClose}
    >
      {theirs.length === 0 ? null : (
        <Stack gap={8}>
          <Text as="p" size="body">
            {`${person.name} set up ${theirs.map(nameOf).join(', ')}. These tills still send sales by themselves.`}
          </Text>
          <Checkbox
            label="End the access of these tills, too"
            checked={endsTills}
            onChange={(event) => setEndsTills(event.target.checked)}
          />
          <Text as="p" size="body" tone="text3">
            A till gets a new access when somebody signs in at it.
          </Text>
        </Stack>
      )}
    </ConfirmDialog>
  );
}
