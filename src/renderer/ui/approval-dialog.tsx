import { approvals } from '#contract/approvals.ts';
import { approvalWords, type ApprovalAct } from '#domain/approvals.ts';
import { useChange } from '#renderer/lib/use-change.ts';
import { ProofDialog } from './proof-dialog.tsx';

export type ApprovalDialogProps = {
  act: ApprovalAct;
  /** Of what it is done to. */
  subjectId: number | undefined;
  approvers: readonly { id: number; name: string }[];
  onApproved: (approval: string) => void;
  onClose: () => void;
};

/** Asks a manager at this till. Nothing of what it stands over is lost. */
export function ApprovalDialog({ act, subjectId, approvers, onApproved, onClose }: ApprovalDialogProps) {
  const { busy, run } = useChange(approvals.give, { failed: 'Not approved' });
  return (
    <ProofDialog
      title="Ask a manager"
      line={`${approvalWords[act]}. You stay signed in.`}
      hint="Scan the manager’s badge, or enter a PIN."
      who="Manager"
      people={approvers}
      submitLabel="Approve"
      busy={busy}
      onProof={async (proof, tell) => {
        const answer = await run({ body: { act, subject_id: subjectId, ...proof } }, tell);
        if (answer) onApproved(answer.approval);
        return answer !== null;
      }}
      onClose={onClose}
    />
  );
}
