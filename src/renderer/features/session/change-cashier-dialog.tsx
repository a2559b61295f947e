import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { cashiers } from '#contract/approvals.ts';
import { ApiError } from '#contract/errors.ts';
import { errorTextFor } from '#renderer/lib/failures.ts';
import { read } from '#renderer/lib/read.ts';
import { ProofDialog, type Proof } from '#renderer/ui/proof-dialog.tsx';

type ChangeCashierDialogProps = {
  /** The current cashier, who is not offered. */
  staffId: number;
  /** Says what happens to the cart. */
  note: string | null;
  /** Makes the person the cashier; throws the server's refusal. */
  onProof: (proof: Proof) => Promise<void>;
  onClose: () => void;
};

/** Lets another cashier take over the till, by badge or PIN. */
export function ChangeCashierDialog({ staffId, note, onProof, onClose }: ChangeCashierDialogProps) {
  const { data, isPending } = useQuery(read(cashiers.cashiers));
  const [busy, setBusy] = useState(false);
  const others = data?.data.filter(({ id }) => id !== staffId);
  const nobody =
    others?.length === 0 ? 'Nobody else here has a PIN or a badge. They are set under My Account.' : null;
  return (
    <ProofDialog
      title="Change cashier"
      line="The next one goes on at this till."
      hint="Scan the next cashier’s badge, or enter a PIN."
      who="Cashier"
      people={isPending ? undefined : (others ?? [])}
      submitLabel="Change cashier"
      busy={busy}
      note={nobody ?? note}
      onProof={async (proof, onError) => {
        setBusy(true);
        try {
          await onProof(proof);
          return true;
        } catch (error) {
          const { title, body } = errorTextFor(error, 'The cashier was not changed');
          // A toast would be hidden under a locked till's cover.
          onError(
            error instanceof ApiError ? error : new ApiError('server_error', { message: body ?? title }),
          );
          return false;
        } finally {
          setBusy(false);
        }
      }}
      onClose={onClose}
    />
  );
}
