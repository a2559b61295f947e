import { approvals } from '#contract/approvals.ts';
import { approvalText, type ApprovalAct } from '#domain/approvals.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { Facts, type Fact } from './facts.tsx';
import { ProofDialog } from './proof-dialog.tsx';

/** What exactly a manager is asked for: they read it in the dialog, which lies over what the cashier filled in. */
export type Asked = {
  /** The id in the call's path. */
  targetId?: number | undefined;
  /** Where the act's own words say less, or something else. */
  title?: string;
  what: readonly Fact[];
};

export type ApprovalDialogProps = {
  act: ApprovalAct;
  asked: Asked;
  approvers: readonly { id: number; name: string }[];
  onApproved: (approval: string) => void;
  onClose: () => void;
};

/** Asks a manager at this till. Nothing of what it stands over is lost. */
export function ApprovalDialog({ act, asked, approvers, onApproved, onClose }: ApprovalDialogProps) {
  const { targetId, title = approvalText[act], what } = asked;
  const { busy, run } = useRouteMutation(approvals.give, { failed: 'Not approved' });
  return (
    <ProofDialog
      title="Ask a manager"
      line={`${title}. You stay signed in.`}
      hint="Scan the manager’s badge, or enter a PIN."
      about={<Facts facts={what} />}
      who="Manager"
      people={approvers}
      submitLabel="Approve"
      busy={busy}
      onProof={async (proof, onError) => {
        const answer = await run({ body: { act, subject_id: targetId, ...proof } }, onError);
        if (answer) onApproved(answer.approval);
        return answer !== null;
      }}
      onClose={onClose}
    />
  );
}
