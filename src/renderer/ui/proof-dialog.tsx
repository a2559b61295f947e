import { makeStyles } from '@fluentui/react-components';
import { PersonKey20Regular } from '@fluentui/react-icons';
import { useEffect, useId, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import type { ApiError } from '#contract/errors.ts';
import { isPin, NO_PIN } from '#domain/approvals.ts';
import { takeBadges, takeScans } from '#renderer/lib/scans.ts';
import { soundDone, soundError } from '#renderer/lib/sound.ts';
import type { OnError } from '#renderer/lib/use-route-mutation.ts';
import { useOnce } from '#renderer/lib/use-once.ts';
import { useLatest } from '#renderer/lib/use-latest.ts';
import { Button } from './button.tsx';
import { DialogShell } from './dialog-shell.tsx';
import { FIELD_GAP } from './field-grid.ts';
import { Columns } from './layout.tsx';
import { SelectField } from './select-field.tsx';
import { TextField } from './text-field.tsx';
import { Text } from './text.tsx';
import { tones, type } from './theme.ts';
import { SendButton } from './unsaved-dialog.tsx';
import { useFirstFocus } from './use-first-focus.ts';

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: FIELD_GAP },
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
});

/** Proof of identity at a till where another person is signed in. */
export type Proof = { badge: string } | { staff_id: number; pin: string };

type Problem = { field: 'staff_id' | 'pin' | null; message: string };

/** Returns the field of a refusal and its message; without a field it is shown below them. */
function problemOf({ fields, message }: ApiError): Problem {
  const field = (['pin', 'staff_id'] as const).find((name) => fields[name]);
  return { field: field ?? null, message: (field && fields[field]?.[0]) ?? message };
}

type ProofDialogProps = {
  title: string;
  line: string;
  /** A sentence about the badge or PIN. */
  hint: string;
  /** The details of the request. */
  about?: ReactNode;
  /** The label of the list of people. */
  who: string;
  /** Undefined while they are asked for: a PIN that is sent meanwhile waits for them. */
  people: readonly { id: number; name: string }[] | undefined;
  submitLabel: string;
  busy: boolean;
  /** Below the fields. */
  note?: ReactNode;
  /** Returns true if the proof was right; a refusal goes to `onError`. */
  onProof: (proof: Proof, onError: OnError) => Promise<boolean>;
  onClose: () => void;
};

/** Asks who a person is: a badge scanned at any moment, or a chosen name and its PIN. */
export function ProofDialog(props: ProofDialogProps) {
  const { title, line, hint, about, who, people, submitLabel, busy, note, onProof, onClose } = props;
  const styles = useStyles();
  const formId = useId();
  const [only, another] = people ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  const staffId = chosen ?? (only && !another ? String(only.id) : '');
  const [pin, setPin] = useState('');
  const [isSentEarly, setSentEarly] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const pinField = useRef<HTMLInputElement>(null);
  const messageOn = (field: Problem['field']) => (problem?.field === field ? problem.message : null);
  const nameField = useRef<HTMLSelectElement>(null);
  useFirstFocus(another ? nameField : pinField);

  // Pressing Enter twice is one try.
  const { run: ask } = useOnce(async (proof: Proof) => {
    setProblem(null);
    const isRight = await onProof(proof, (refusal) => {
      setProblem(problemOf(refusal));
      return null;
    });
    // At once: a second Enter must not send the same PIN again.
    flushSync(() => setPin(''));
    if (isRight) return soundDone();
    soundError();
    pinField.current?.focus();
  });
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
  const check = () => {
    const typed = pin.trim();
    setSentEarly(people === undefined);
    if (people === undefined) return;
    if (staffId === '') {
      setProblem({ field: 'staff_id', message: 'Choose who it is' });
      nameField.current?.focus();
    } else if (typed === '') setProblem(problem ?? { field: 'pin', message: 'PIN is required' });
    else if (!isPin(typed)) setProblem({ field: 'pin', message: NO_PIN });
    else void ask({ staff_id: Number(staffId), pin: typed });
  };
  const latestCheck = useLatest(check);
  useEffect(() => {
    if (isSentEarly && people !== undefined) latestCheck.current();
  }, [isSentEarly, people, latestCheck]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The dialog is inside another form's React tree: that form must not be submitted too.
    event.stopPropagation();
    check();
  };
  return (
    <DialogShell
      open
      width={480}
      locked={busy}
      title={title}
      line={line}
      onClose={onClose}
      foot={
        <>
          <Button size="till" disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <SendButton appearance="primary" type="submit" form={formId} busy={busy || isSentEarly}>
            {submitLabel}
          </SendButton>
        </>
      }
    >
      <form id={formId} noValidate className={styles.form} onSubmit={submit}>
        {about}
        <p className={styles.scan}>
          <PersonKey20Regular className={styles.icon} aria-hidden="true" />
          {hint}
        </p>
        <Columns stacks columns="minmax(0, 1fr) 140px" gap={16} align="start">
          <SelectField
            ref={nameField}
            label={who}
            size={44}
            value={staffId}
            error={messageOn('staff_id')}
            options={[
              ...(staffId === '' ? [{ value: '', label: 'Select a name', disabled: true }] : []),
              ...(people ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            onChange={(event) => {
              setChosen(event.target.value);
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
            value={pin}
            error={messageOn('pin')}
            onChange={(event) => {
              setPin(event.target.value);
              setProblem(null);
            }}
          />
        </Columns>
        {note ? (
          <Text as="p" size="body" tone="text2">
            {note}
          </Text>
        ) : null}
        {messageOn(null) ? (
          <Text as="p" role="alert" size="bodyStrong" tone="danger">
            {messageOn(null)}
          </Text>
        ) : null}
      </form>
    </DialogShell>
  );
}
