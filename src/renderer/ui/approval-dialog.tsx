import { Spinner, makeStyles } from '@fluentui/react-components';
import { PersonKey20Regular } from '@fluentui/react-icons';
import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import { approvals } from '#contract/approvals.ts';
import type { ApiError } from '#contract/errors.ts';
import { approvalWords, PIN_LENGTH, type ApprovalAct } from '#domain/approvals.ts';
import { takeBadges, takeScans } from '#renderer/lib/scans.ts';
import { soundDone, soundError } from '#renderer/lib/sound.ts';
import { useChange } from '#renderer/lib/use-change.ts';
import { useLatest } from '#renderer/lib/use-latest.ts';
import { Button } from './button.tsx';
import { DialogShell } from './dialog-shell.tsx';
import { SelectField } from './select-field.tsx';
import { TextField } from './text-field.tsx';
import { palette, tones, type } from './theme.ts';
import { useFirstFocus } from './use-first-focus.ts';

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: '16px' },
  scan: {
    ...type.body,
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    margin: 0,
    padding: '12px 16px',
    borderRadius: '8px',
    backgroundColor: tones.blue[0],
    color: tones.blue[1],
  },
  icon: { flexShrink: 0 },
  fields: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) 140px', gap: '16px', alignItems: 'start' },
  error: { ...type.bodyStrong, margin: 0, color: palette.danger },
});

export type Approver = { id: number; name: string };

type Problem = { field: 'staff_id' | 'pin' | null; message: string };

/** Where a refusal is told: on the field that it is about, else below them. */
function problemOf({ fields, message }: ApiError): Problem {
  const field = (['pin', 'staff_id'] as const).find((name) => fields[name]);
  return { field: field ?? null, message: (field && fields[field]?.[0]) ?? message };
}

export type ApprovalDialogProps = {
  act: ApprovalAct;
  /** Of what it is done to. */
  subjectId: number | undefined;
  approvers: readonly Approver[];
  onApproved: (approval: string) => void;
  onClose: () => void;
};

/** Asks a manager at this till: a badge that is scanned at any moment, or their PIN. Nothing of what it stands over is lost. */
export function ApprovalDialog({ act, subjectId, approvers, onApproved, onClose }: ApprovalDialogProps) {
  const styles = useStyles();
  const formId = useId();
  const [only, another] = approvers;
  const [staffId, setStaffId] = useState(only && !another ? String(only.id) : '');
  const [pin, setPin] = useState('');
  const [problem, setProblem] = useState<Problem | null>(null);
  const pinField = useRef<HTMLInputElement>(null);
  const { busy, run } = useChange(approvals.give, { failed: 'Not approved' });
  const messageOn = (field: Problem['field']) => (problem?.field === field ? problem.message : null);
  useFirstFocus(pinField);

  const ask = async (proof: { badge: string } | { staff_id: number; pin: string }) => {
    setProblem(null);
    const answer = await run({ body: { act, subject_id: subjectId, ...proof } }, (refusal) => {
      setProblem(problemOf(refusal));
      return null;
    });
    setPin('');
    if (answer) {
      soundDone();
      onApproved(answer.approval);
    } else {
      soundError();
      pinField.current?.focus();
    }
  };
  const badge = useLatest((code: string) => void ask({ badge: code }));
  useEffect(() => takeBadges((code) => badge.current(code)), [badge]);
  useEffect(
    () =>
      takeScans(() => {
        setProblem({ field: null, message: 'This is no badge' });
        soundError();
      }),
    [],
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // It lies inside of what it stands over: that form must not be sent with it.
    event.stopPropagation();
    if (staffId === '') setProblem({ field: 'staff_id', message: 'Choose who approves it' });
    else if (pin === '') setProblem({ field: 'pin', message: 'PIN is required' });
    else void ask({ staff_id: Number(staffId), pin });
  };
  return (
    <DialogShell
      open
      width={480}
      locked={busy}
      title="Ask a manager"
      line={`${approvalWords[act]}. You stay signed in.`}
      onClose={onClose}
      foot={
        <>
          <Button size="till" disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button
            size="till"
            appearance="primary"
            type="submit"
            form={formId}
            icon={busy ? <Spinner size="tiny" appearance="inverted" /> : undefined}
            disabled={busy}
          >
            Approve
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className={styles.form} onSubmit={submit}>
        <p className={styles.scan}>
          <PersonKey20Regular className={styles.icon} aria-hidden="true" />
          Scan the manager’s badge, or enter a PIN.
        </p>
        <div className={styles.fields}>
          <SelectField
            label="Manager"
            size={44}
            value={staffId}
            error={messageOn('staff_id')}
            options={[
              ...(staffId === '' ? [{ value: '', label: 'Choose a manager', disabled: true }] : []),
              ...approvers.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            onChange={(event) => {
              setStaffId(event.target.value);
              setProblem(null);
            }}
          />
          <TextField
            ref={pinField}
            label="PIN"
            type="password"
            size={44}
            inputMode="numeric"
            autoComplete="off"
            maxLength={PIN_LENGTH}
            value={pin}
            error={messageOn('pin')}
            onChange={(event) => {
              setPin(event.target.value);
              setProblem(null);
            }}
          />
        </div>
        {messageOn(null) ? (
          <p role="alert" className={styles.error}>
            {messageOn(null)}
          </p>
        ) : null}
      </form>
    </DialogShell>
  );
}
