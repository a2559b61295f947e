import { approvals } from '#contract/approvals.ts';
import { approvalWords, type ApprovalAct } from '#domain/approvals.ts';
import { useChange } from '#renderer/lib/use-change.ts';
import { Facts, type Fact } from './facts.tsx';
import { ProofDialog } from './proof-dialog.tsx';

/** What exactly a manager is asked for: they read it in the dialog, which lies over what the cashier filled in. */
export type Asked = {
  /** The id in the call's path. */
  subjectId?: number | undefined;
  /** Where the act's own words say less, or something else. */
  deed?: string;
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
  const { subjectId, deed = approvalWords[act], what } = asked;
  const { busy, run } = useChange(approvals.give, { failed: 'Not approved' });
  return (
    <ProofDialog
      title="Ask a manager"
      line={`${deed}. You stay signed in.`}
      hint="Scan the manager’s badge, or enter a PIN."
      about={<Facts facts={what} />}
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
