import { makeStyles } from '@fluentui/react-components';
import {
  Broom20Regular,
  CloudCheckmark20Regular,
  DismissCircle20Regular,
  Save20Regular,
} from '@fluentui/react-icons';
import type { ReactElement } from 'react';
import { formatTime, type Zones } from '#domain/store-time.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { palette, sizes, tones, type, windows } from '#renderer/ui/theme.ts';
import { useWidth } from '#renderer/ui/use-width.ts';
import type { TillState } from '../sale/till-state.ts';

const useStyles = makeStyles({
  root: {
    ...type.body,
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    flexShrink: 0,
    height: `${sizes.draftBar}px`,
    boxSizing: 'border-box',
    padding: '0 12px 0 24px',
    borderBottom: `1px solid ${palette.hairline}`,
    backgroundColor: palette.surface,
    color: palette.text3,
    [windows.narrow]: { padding: '0 12px 0 16px' },
  },
  text: {
    display: 'flex',
    alignItems: 'center',
    gap: '4px',
    marginRight: 'auto',
    minWidth: 0,
    whiteSpace: 'nowrap',
  },
  when: { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' },
  saved: { color: palette.brand, flexShrink: 0, marginRight: '4px' },
  here: { color: tones.orange[1], flexShrink: 0, marginRight: '4px' },
});

/** Pixels; in a narrower bar the actions are icons. */
const SHORT = 760;

function SavedText({ state, timeZone }: { state: TillState; timeZone: Zones }) {
  const styles = useStyles();
  const { draft, lines } = state.cart;
  if (!draft && lines.length === 0) return <>No draft yet. The first item starts one.</>;
  const isHere = state.saving === 'on-till';
  const time = draft ? formatTime(draft.saved_at, timeZone) : null;
  const kept = state.snapshotAt === null ? '' : ` ${formatTime(state.snapshotAt, timeZone)}`;
  const text = isHere
    ? `On this till${kept}`
    : state.saving === 'saving' || !time
      ? 'Saving …'
      : `Saved ${time}`;
  return (
    <>
      {isHere ? (
        <Save20Regular className={styles.here} />
      ) : (
        <CloudCheckmark20Regular className={styles.saved} />
      )}
      <Text size="bodyStrong" tone="text1" noWrap>
        {draft?.number ?? 'New draft'}
      </Text>
      <span className={styles.when}>· {text}</span>
    </>
  );
}

type WholeActionProps = {
  text: string;
  icon: ReactElement;
  isShort: boolean;
  appearance?: 'subtle' | 'secondary';
  disabled?: boolean;
  disabledReason?: string | null;
  /** Says what the action does, if its label does not. */
  title?: string;
  onClick: () => void;
};

/** A button that acts on the whole draft; in a short bar its label is a tooltip. */
function WholeAction({ text, isShort, appearance = 'subtle', ...button }: WholeActionProps) {
  if (isShort) return <Button size="till" appearance={appearance} label={text} {...button} />;
  return (
    <Button size="till" appearance={appearance} {...button}>
      {text}
    </Button>
  );
}

type DraftBarProps = {
  state: TillState;
  timeZone: Zones;
  busy: boolean;
  onClear: () => void;
  onCancel: () => void;
  onSave: () => void;
};

/** Shows the working draft: its number, the time of its last save, and the actions on it. */
export function DraftBar({ state, timeZone, busy, onClear, onCancel, onSave }: DraftBarProps) {
  const styles = useStyles();
  const [measure, width] = useWidth();
  const isShort = width > 0 && width < SHORT;
  const hasAny = state.cart.draft !== null || state.cart.lines.length > 0;
  return (
    <div ref={measure} className={styles.root}>
      <span className={styles.text} role="status">
        <SavedText state={state} timeZone={timeZone} />
      </span>
      <WholeAction text="Clear Items" icon={<Broom20Regular />} isShort={isShort} onClick={onClear} />
      <WholeAction
        text="Cancel Transaction"
        icon={<DismissCircle20Regular />}
        isShort={isShort}
        disabledReason={hasAny ? null : 'There is no transaction to cancel'}
        onClick={onCancel}
      />
      <WholeAction
        text="Save Transaction"
        title="Holds this sale for later, under View Transactions, and empties the till"
        icon={<Save20Regular />}
        isShort={isShort}
        appearance="secondary"
        disabled={busy}
        onClick={onSave}
      />
    </div>
  );
}
