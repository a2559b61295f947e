import { makeStyles } from '@fluentui/react-components';
import { Delete20Regular, History24Regular } from '@fluentui/react-icons';
import { useRef, useState } from 'react';
import type { HeldDraft } from '#contract/transactions.ts';
import { notHeldText, paidSums, paidText } from '#domain/payments.ts';
import { formatHeldUntil, formatInstant, type Zones } from '#domain/store-time.ts';
import { Button } from '#renderer/ui/button.tsx';
import { ConfirmDialog } from '#renderer/ui/confirm-dialog.tsx';
import { DialogShell } from '#renderer/ui/dialog-shell.tsx';
import { EmptyState } from '#renderer/ui/empty-state.tsx';
import { ErrorState } from '#renderer/ui/error-state.tsx';
import { Row } from '#renderer/ui/layout.tsx';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { LoadingNote, Skeleton } from '#renderer/ui/skeleton.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { paymentsEnd } from '#renderer/ui/payments-end.ts';
import { type } from '#renderer/ui/theme.ts';
import type { Approval } from '#renderer/ui/use-approval.tsx';
import { TillList, TillListPlace, TillRow } from '../screen/till-list.tsx';
import type { HeldDrafts } from './use-held-drafts.ts';

const useStyles = makeStyles({
  focusable: { display: 'flex', flexDirection: 'column', minHeight: 0, outlineStyle: 'none' },
  customer: { ...type.body, minWidth: 0, overflowWrap: 'anywhere' },
});

const SKELETONS = 5;

type DraftsDialogProps = {
  drafts: HeldDrafts;
  timeZone: Zones;
  /** The reader and the draft that this till works on: neither counts as another till. */
  staffId: number;
  workingDraft: number | null;
  /** Asks a manager to approve work on a colleague's cart, if the chain wants that. */
  approval: Approval;
  busy: boolean;
  onResume: (draftId: number) => void;
  /** Deletes a draft; a failure is reported. */
  onDelete: (draft: HeldDraft) => Promise<void>;
  onClose: () => void;
};

function lineOf({ data, isPending }: HeldDrafts): string {
  if (!data) return isPending ? 'Loading…' : 'What waits at this store';
  return `${data.length === 1 ? '1 draft waits' : `${data.length} drafts wait`} at this store`;
}

/** Draft Transactions: lists the sales that the store holds; arrow keys choose, Enter resumes. */
export function DraftsDialog(props: DraftsDialogProps) {
  const styles = useStyles();
  const { drafts, onClose } = props;
  const [deleting, setDeleting] = useState<HeldDraft | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const focusFirst = () => (list.current?.querySelector('button') ?? list.current)?.focus();
  const doneDeleting = () => {
    setDeleting(null);
    requestAnimationFrame(focusFirst);
  };
  return (
    <DialogShell
      open
      onClose={onClose}
      width={840}
      flush
      title="Draft Transactions"
      line={lineOf(drafts)}
      foot={
        <Button size="till" onClick={onClose}>
          Close
        </Button>
      }
    >
      <div ref={list} tabIndex={-1} className={styles.focusable}>
        <DraftList {...props} onAskDelete={setDeleting} />
      </div>
      {deleting ? <DeleteDraft {...props} draft={deleting} onDone={doneDeleting} /> : null}
    </DialogShell>
  );
}

type DeleteDraftProps = DraftsDialogProps & { draft: HeldDraft; onDone: () => void };

/** Asks before a draft is deleted. Nested in the list's dialog: screen readers do not see a modal beside another. */
function DeleteDraft({ draft, onDone, onDelete, ...props }: DeleteDraftProps) {
  const [busy, setBusy] = useState(false);
  const { transaction_number, customer, items_count } = draft;
  const holder = holderOf(draft, props);
  const confirm = async () => {
    setBusy(true);
    await onDelete(draft);
    onDone();
  };
  return (
    <ConfirmDialog
      open
      title={`Delete ${transaction_number}?`}
      consequence={`${itemsOf(draft)} of ${customer?.name ?? 'Walk-in Customer'} ${items_count === 1 ? 'is' : 'are'} unlocked for other tills.${holder ? ` ${holder} may be working on it.` : ''} This action cannot be undone. ${paymentsEnd(draft.payments)}`}
      confirmLabel={`Delete ${transaction_number}`}
      busy={busy}
      onConfirm={() => void confirm()}
      onCancel={onDone}
    >
      {props.approval.dialog}
    </ConfirmDialog>
  );
}

const itemsOf = ({ items_count }: HeldDraft) => (items_count === 1 ? '1 item' : `${items_count} items`);

/** Returns what was paid on a draft; only payments that count are listed with it. */
const paidOf = ({ payments }: HeldDraft) =>
  paidText(paidSums(payments.map((payment) => ({ ...payment, deleted_at: null }))));

/** Returns what was paid on a draft, and until when it has its items, or how many of them are not held any more. */
function reservedOf(draft: HeldDraft, zones: Zones): string {
  const { items_count: items, reserved_until: until, reserved_count: reserved = items } = draft;
  const held = until === null ? 0 : reserved;
  const paid = `${paidOf(draft)}${notHeldText({ items, notHeld: items - held })}`;
  return until === null ? paid : `${paid} · Reserved until ${formatHeldUntil(until, zones)}`;
}

/** Returns the name of the other person working on a draft; null if there is none. */
function holderOf(
  { id, held_by }: HeldDraft,
  { staffId, workingDraft }: Pick<DraftsDialogProps, 'staffId' | 'workingDraft'>,
): string | null {
  return id !== workingDraft && held_by && held_by.id !== staffId ? held_by.name : null;
}

type DraftListProps = DraftsDialogProps & { onAskDelete: (draft: HeldDraft) => void };

function DraftList(props: DraftListProps) {
  const { drafts } = props;
  if (drafts.isPending) {
    return (
      <TillListPlace>
        <LoadingNote>Loading drafts</LoadingNote>
        {Array.from({ length: SKELETONS }, (_, index) => (
          <TillRow
            key={index}
            as="div"
            top={<Skeleton width="40%" />}
            lines={<Skeleton width="60%" height={12} />}
          >
            <Skeleton width={72} height={20} />
          </TillRow>
        ))}
      </TillListPlace>
    );
  }
  if (drafts.isError) {
    return (
      <TillListPlace>
        <ErrorState title="Drafts could not be loaded" onRetry={() => void drafts.refetch()}>
          The drafts are kept on the server. The cart on this till is not touched.
        </ErrorState>
      </TillListPlace>
    );
  }
  if (drafts.data.length === 0) {
    return (
      <TillListPlace>
        <EmptyState icon={<History24Regular />} title="No drafts">
          Save Transaction holds a sale here, so that the next customer can be served.
        </EmptyState>
      </TillListPlace>
    );
  }
  return (
    <TillList label="Drafts">
      {drafts.data.map((draft) => (
        <DraftRow key={draft.id} draft={draft} {...props} />
      ))}
    </TillList>
  );
}

function DraftRow({ draft, ...props }: DraftListProps & { draft: HeldDraft }) {
  const styles = useStyles();
  const { timeZone, staffId, workingDraft, approval, busy, onResume, onAskDelete } = props;
  const isHere = draft.id === workingDraft;
  const holder = holderOf(draft, props);
  const isClosed = draft.staff.id !== staffId && !approval.isPossible;
  const whyNot = isClosed ? 'a manager must approve this' : null;
  return (
    <TillRow
      top={
        <>
          <Text size="body" strong>
            {draft.transaction_number}
          </Text>
          <span className={styles.customer}>{draft.customer?.name ?? 'Walk-in Customer'}</span>
          {holder ? <StatusBadge tone="orange">{`Open at another till (${holder})`}</StatusBadge> : null}
          {isHere ? <StatusBadge tone="teal">In this cart</StatusBadge> : null}
        </>
      }
      lines={
        <>
          <Text as="div" size="label" tone="text3">
            {itemsOf(draft)} · Saved {formatInstant(draft.updated_at, timeZone)} · {draft.staff.name}
          </Text>
          {draft.paid > 0 ? (
            <Text as="div" size="label" tone="text2">
              {reservedOf(draft, timeZone)}
            </Text>
          ) : null}
        </>
      }
    >
      <MoneyText amount={draft.total_amount} surface="draft-list" size="price" />
      <Row gap={4} align="center" fixed>
        <Button
          size="till"
          aria-label={`Resume ${draft.transaction_number}`}
          disabled={busy}
          disabledReason={isHere ? 'It is in the cart' : whyNot}
          onClick={() => onResume(draft.id)}
        >
          Resume
        </Button>
        <Button
          size="till"
          appearance="subtle"
          icon={<Delete20Regular />}
          label={`Delete ${draft.transaction_number}`}
          disabledReason={isHere ? 'cancel the transaction instead' : whyNot}
          onClick={() => onAskDelete(draft)}
        />
      </Row>
    </TillRow>
  );
}
