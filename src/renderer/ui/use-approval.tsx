import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useContext, useState } from 'react';
import { approvals } from '#contract/approvals.ts';
import type { ApprovedTerms } from '#contract/define-route.ts';
import { type ApprovalAct, approvalRequest } from '#domain/approvals.ts';
import type { Approved } from '#renderer/lib/api-client.ts';
import { ActsAlone } from '#renderer/lib/approving.ts';
import { freshness } from '#renderer/lib/queries.ts';
import { read } from '#renderer/lib/read.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { type Fact, Facts } from './facts.tsx';
import { ProofDialog } from './proof-dialog.tsx';

/** The request to a manager: shown in the dialog, which covers what the cashier filled in. */
type Asked = ApprovedTerms & {
  /** The id in the call's path. */
  targetId?: number | undefined;
  /** Replaces the act's own text where that says less or something else. */
  title?: string;
  what: readonly Fact[];
};

type ApprovalDialogProps = {
  act: ApprovalAct;
  asked: Asked;
  /** Undefined while they are asked for. */
  approvers: readonly { id: number; name: string }[] | undefined;
  onApproved: (approval: string) => void;
  onClose: () => void;
};

/** Asks a manager at this till; the form below keeps its input. */
function ApprovalDialog({ act, asked, approvers, onApproved, onClose }: ApprovalDialogProps) {
  const { targetId, amount, item_ids, title = approvalRequest(act, amount ?? undefined), what } = asked;
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
        const bound = { act, subject_id: targetId, amount: amount ?? undefined, item_ids };
        const answer = await run({ body: { ...bound, ...proof } }, onError);
        if (answer) onApproved(answer.approval);
        return answer !== null;
      }}
      onClose={onClose}
    />
  );
}

export type Approval = {
  /** True if the signed-in user needs no approval. */
  isAlone: boolean;
  /** True if the act is possible, alone or because the store has an approver; otherwise it is not offered. */
  isPossible: boolean;
  /** True once `isPossible` is settled, as far as it can be. */
  isKnown: boolean;
  /**
   * Asks a manager if needed and returns the fields to send with the change, `run({ params, body, ...approved })`; null
   * if the user went back.
   */
  ask: (asked: Asked) => Promise<Approved | null>;
  /** The dialog; render it inside the dialog that asks, because a modal beside another is hidden. */
  dialog: ReactNode;
};

type Question = Asked & { answer: (approved: Approved | null) => void };

/** Handles an act that the user may not do alone, at their own till. */
export function useApproval(act: ApprovalAct): Approval {
  const isAlone = useContext(ActsAlone)(act);
  const { data, isPending } = useQuery({
    ...read(approvals.approvers, { query: { act } }),
    enabled: !isAlone,
    // Keys such as F5 and F7 come and go with a manager's PIN, wherever it is set.
    refetchInterval: freshness.approvers,
  });
  const approvers = isPending ? undefined : (data?.data ?? []);
  const [asked, setAsked] = useState<Question | null>(null);
  const end = (approved: Approved | null) => {
    setAsked(null);
    asked?.answer(approved);
  };
  return {
    isAlone,
    isPossible: isAlone || (approvers ?? []).length > 0,
    isKnown: isAlone || !isPending,
    ask: (wanted) =>
      isAlone
        ? Promise.resolve({})
        : new Promise((answer) => {
            asked?.answer(null);
            setAsked({ ...wanted, answer });
          }),
    dialog: asked ? (
      <ApprovalDialog
        act={act}
        asked={asked}
        approvers={approvers}
        onApproved={(approval) => end({ approval })}
        onClose={() => end(null)}
      />
    ) : null,
  };
}
