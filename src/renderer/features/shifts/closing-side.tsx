import { makeStyles } from '@fluentui/react-components';
import { EyeOff20Regular, Print20Regular } from '@fluentui/react-icons';
import { useContext, useEffect, useRef, type ReactNode } from 'react';
import type { Shift } from '#contract/shifts.ts';
import { type Zones } from '#domain/store-time.ts';
import { Button } from '#renderer/ui/button.tsx';
import { FootPortal, PageFoot } from '#renderer/ui/page-foot.tsx';
import { StateBadge } from '#renderer/ui/state-badge.tsx';
import { TextArea } from '#renderer/ui/text-area.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { palette, sizes, type, windows } from '#renderer/ui/theme.ts';
import { ONE_PANE, useMedia } from '#renderer/ui/use-media.ts';
import { CountResult } from './count-result.tsx';
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
    [windows.onePane]: { width: '100%', borderLeftStyle: 'none' },
  },
  head: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    flexShrink: 0,
    minHeight: '52px',
    padding: `0 ${sizes.cardSide}`,
    borderBottom: `1px solid ${palette.hairline}`,
  },
  facts: { flexGrow: 1, minHeight: 0, overflowY: 'auto' },
  foot: {
    display: 'flex',
    flexDirection: 'column',
    gap: '12px',
    flexShrink: 0,
    padding: `16px ${sizes.cardSide}`,
    borderTop: `1px solid ${palette.hairline}`,
    // Below the count, where its result is looked for.
    [windows.onePane]: { order: -1 },
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
  /** Its error message has a line below. */
  reason: { marginBottom: '8px' },
});

type ClosingSideProps = {
  shift: Shift;
  timeZone: Zones;
  busy: boolean;
  /** True if the fields differ from the recorded count. */
  isChanged: boolean;
  reason: string;
  reasonError: string | null;
  onReason: (text: string) => void;
  disabledReason: string | null;
  /** True if the expected amounts are shown after the count; else only the difference is. */
  maySeeExpected: boolean;
  /** True if the shift is closed and the day's Z reading may be taken. */
  mayReadZ: boolean;
  onX: () => void;
  onCount: () => void;
  onClose: () => void;
  /** Null at an inactive store, which sells no more. */
  onResume: (() => void) | null;
  onPrint: () => void;
  /** Returns true if the reading was taken. */
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
  const bar = useContext(PageFoot);
  const foot = useMedia(ONE_PANE) ? bar : null;
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
        {foot ? (
          <>
            {/* The bar has room for two. */}
            {shift.status === 'closed' && props.mayReadZ ? <PrintAgain {...props} /> : null}
            <FootPortal foot={foot} note={props.disabledReason}>
              <Actions {...props} isBar />
            </FootPortal>
          </>
        ) : (
          <Actions {...props} isBar={false} />
        )}
      </div>
    </aside>
  );
}

/** Shows the result of the count; a note that it follows, before the count and while the fields differ from it. */
function Told({ shift, isChanged, maySeeExpected }: ClosingSideProps) {
  const styles = useStyles();
  if (shift.differences && !isChanged) {
    // Until it is closed, the reason stands in its field.
    const reason = shift.status === 'closed' ? shift.reason : null;
    return <CountResult differences={shift.differences} reason={reason} />;
  }
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

type NextStepProps = {
  busy: boolean;
  disabledReason?: string | null;
  onClick: () => void;
  children: ReactNode;
};

/** The button of the next step, on Ctrl+Enter. */
const NextStep = ({ busy, ...button }: NextStepProps) => (
  <Button size="till" wide appearance="primary" keyCap="Ctrl+Enter" disabled={busy} {...button} />
);

type ActionsProps = ClosingSideProps & { isBar: boolean };

/** The buttons; in a window of one pane they stand in the bar at the page's foot. */
function Actions(props: ActionsProps) {
  const { shift, busy, isChanged } = props;
  if (shift.status === 'closed') return <AfterClosing {...props} />;
  if (shift.status === 'counted') {
    return (
      <>
        {props.onResume ? (
          <Button size="till" wide disabled={busy} onClick={props.onResume}>
            Go on selling
          </Button>
        ) : null}
        {isChanged ? (
          <NextStep busy={busy} disabledReason={props.disabledReason} onClick={props.onCount}>
            {busy ? 'Counting…' : 'Take the changed count'}
          </NextStep>
        ) : (
          <NextStep busy={busy} disabledReason={props.disabledReason} onClick={props.onClose}>
            {busy ? 'Closing…' : 'Close shift'}
          </NextStep>
        )}
      </>
    );
  }
  return (
    <>
      <Button once size="till" wide icon={<Print20Regular />} onClick={props.onX}>
        X reading
      </Button>
      <NextStep busy={busy} disabledReason={props.disabledReason} onClick={props.onCount}>
        {busy ? 'Closing…' : 'Close shift'}
      </NextStep>
    </>
  );
}

const PrintAgain = ({ onPrint }: Pick<ClosingSideProps, 'onPrint'>) => (
  <Button once size="till" wide icon={<Print20Regular />} onClick={onPrint}>
    Print the count again
  </Button>
);

/** The slips of a closed shift. */
function AfterClosing({ busy, mayReadZ, isBar, onPrint, onZ, onDone, doneLabel }: ActionsProps) {
  const done = useRef<HTMLButtonElement>(null);
  // The button of the reading comes later, and would push the focused one out of a low window.
  useEffect(() => {
    if (document.activeElement === done.current) done.current?.scrollIntoView({ block: 'nearest' });
  }, [mayReadZ]);
  const takeZ = async () => {
    // The pressed button disappears once no reading is due.
    if (await onZ()) done.current?.focus();
  };
  return (
    <>
      {isBar && mayReadZ ? null : <PrintAgain onPrint={onPrint} />}
      {mayReadZ ? (
        <Button once size="till" wide icon={<Print20Regular />} disabled={busy} onClick={() => void takeZ()}>
          Z reading
        </Button>
      ) : null}
      <Button ref={done} size="till" wide appearance="primary" autoFocus keyCap="Esc" onClick={onDone}>
        {doneLabel}
      </Button>
    </>
  );
}
