import { makeStyles } from '@fluentui/react-components';
import { EyeOff20Regular, Print20Regular } from '@fluentui/react-icons';
import { useEffect, useRef, type ReactNode } from 'react';
import type { Shift } from '#contract/shifts.ts';
import { Button } from '#renderer/ui/button.tsx';
import { StateBadge } from '#renderer/ui/state-badge.tsx';
import { TextArea } from '#renderer/ui/text-area.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { palette, type, windows } from '#renderer/ui/theme.ts';
import { Differences } from './differences.tsx';
import { ShiftFacts } from './shift-facts.tsx';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    flexShrink: 0,
    width: '400px',
    minHeight: 0,
    boxSizing: 'border-box',
    borderLeft: `1px solid ${palette.hairline}`,
    backgroundColor: palette.surface,
    [windows.narrow]: { width: '360px' },
    [windows.wide]: { width: '480px' },
  },
  head: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    flexShrink: 0,
    minHeight: '52px',
    padding: '0 20px',
    borderBottom: `1px solid ${palette.hairline}`,
  },
  facts: { flexGrow: 1, minHeight: 0, overflowY: 'auto' },
  foot: {
    display: 'flex',
    flexDirection: 'column',
    gap: '12px',
    flexShrink: 0,
    padding: '16px 20px',
    borderTop: `1px solid ${palette.hairline}`,
  },
  note: {
    ...type.label,
    display: 'flex',
    gap: '12px',
    margin: 0,
    padding: '12px',
    borderRadius: '8px',
    backgroundColor: palette.canvas,
    color: palette.text2,
  },
  noteIcon: { flexShrink: 0, color: palette.text3 },
  /** What is missing in it has its line. */
  reason: { marginBottom: '8px' },
});

type ClosingSideProps = {
  shift: Shift;
  timeZone: string;
  busy: boolean;
  /** The fields say something else than the count that was taken. */
  isChanged: boolean;
  reason: string;
  reasonError: string | null;
  onReason: (text: string) => void;
  disabledReason: string | null;
  /** Whether the expected amounts are told after the count, or how far it is off alone. */
  maySeeExpected: boolean;
  /** Once it is closed and its day can be read. */
  mayReadZ: boolean;
  onX: () => void;
  onCount: () => void;
  onClose: () => void;
  onResume: () => void;
  onPrint: () => void;
  /** Whether it was taken. */
  onZ: () => Promise<boolean>;
  /** "To the till" */
  doneLabel: string;
  onDone: () => void;
};

/** Beside the count: the shift, and what is done next with it. */
export function ClosingSide(props: ClosingSideProps) {
  const { shift, timeZone } = props;
  const styles = useStyles();
  const reasonField = useRef<HTMLTextAreaElement>(null);
  const wantsReason = shift.status === 'counted' && shift.wants_reason;
  useEffect(() => {
    if (wantsReason) reasonField.current?.focus();
  }, [wantsReason, shift.counts_made]);
  return (
    <aside className={styles.root} aria-label="Shift">
      <div className={styles.head}>
        <Text as="h2" size="cardTitle">
          Shift {shift.number}
        </Text>
        <StateBadge of="shift" state={shift.status} />
      </div>
      <div className={styles.facts}>
        <ShiftFacts shift={shift} timeZone={timeZone} />
      </div>
      <div className={styles.foot}>
        <Told {...props} />
        <Actions {...props} wantsReason={wantsReason} reasonField={reasonField} />
      </div>
    </aside>
  );
}

/** What the count came to; before it, and while another one stands in the fields, that it is told afterwards. */
function Told({ shift, isChanged, maySeeExpected }: ClosingSideProps) {
  const styles = useStyles();
  if (shift.differences && !isChanged) return <Differences differences={shift.differences} />;
  return (
    <p className={styles.note} role={isChanged ? 'status' : undefined}>
      <EyeOff20Regular className={styles.noteIcon} aria-hidden />
      {isChanged ? (
        <span>
          <Text tone="text1" strong>
            The count was changed.
          </Text>{' '}
          Take it to see how far it is off; until then the shift does not close.
        </span>
      ) : (
        <span>
          <Text tone="text1" strong>
            {maySeeExpected
              ? 'Expected amounts are shown after counting.'
              : 'The difference is shown after counting.'}
          </Text>{' '}
          {shift.counts_made > 0
            ? 'It was counted before, so a reason is asked before the shift closes.'
            : 'If the count differs, a reason is asked before the shift closes.'}
        </span>
      )}
    </p>
  );
}

type ActionsProps = ClosingSideProps & {
  wantsReason: boolean;
  reasonField: React.RefObject<HTMLTextAreaElement | null>;
};

type NextStepProps = {
  busy: boolean;
  disabledReason?: string | null;
  onClick: () => void;
  children: ReactNode;
};

/** What Ctrl+Enter does now. */
const NextStep = ({ busy, ...button }: NextStepProps) => (
  <Button size="till" wide appearance="primary" keyCap="Ctrl+Enter" disabled={busy} {...button} />
);

function Actions(props: ActionsProps) {
  const styles = useStyles();
  const { shift, busy, isChanged, wantsReason, reasonField } = props;
  if (shift.status === 'closed') return <AfterClosing {...props} />;
  if (shift.status === 'counted') {
    return (
      <>
        {wantsReason ? (
          <TextArea
            ref={reasonField}
            className={styles.reason}
            label="Reason"
            required
            rows={2}
            maxLength={500}
            value={props.reason}
            error={props.reasonError}
            onChange={(event) => props.onReason(event.target.value)}
          />
        ) : null}
        <Button size="till" wide disabled={busy} onClick={props.onResume}>
          Go on selling
        </Button>
        {isChanged ? (
          <NextStep busy={busy} disabledReason={props.disabledReason} onClick={props.onCount}>
            {busy ? 'Counting…' : 'Take the changed count'}
          </NextStep>
        ) : (
          <NextStep busy={busy} onClick={props.onClose}>
            {busy ? 'Closing…' : 'Close shift'}
          </NextStep>
        )}
      </>
    );
  }
  return (
    <>
      <Button size="till" wide icon={<Print20Regular />} onClick={props.onX}>
        X reading
      </Button>
      <NextStep busy={busy} disabledReason={props.disabledReason} onClick={props.onCount}>
        {busy ? 'Closing…' : 'Close shift'}
      </NextStep>
    </>
  );
}

/** Its slips, once a shift is closed. */
function AfterClosing({ busy, mayReadZ, onPrint, onZ, onDone, doneLabel }: ClosingSideProps) {
  const done = useRef<HTMLButtonElement>(null);
  const takeZ = async () => {
    // The button that was pressed leaves once nothing is due.
    if (await onZ()) done.current?.focus();
  };
  return (
    <>
      <Button size="till" wide icon={<Print20Regular />} onClick={onPrint}>
        Print the count again
      </Button>
      {mayReadZ ? (
        <Button size="till" wide icon={<Print20Regular />} disabled={busy} onClick={() => void takeZ()}>
          Z reading
        </Button>
      ) : null}
      <Button ref={done} size="till" wide appearance="primary" autoFocus keyCap="Esc" onClick={onDone}>
        {doneLabel}
      </Button>
    </>
  );
}
