import { makeStyles } from '@fluentui/react-components';
import {
  Broom20Regular,
  CloudCheckmark20Regular,
  DismissCircle20Regular,
  Save20Regular,
} from '@fluentui/react-icons';
import type { ReactElement } from 'react';
import type { Cart } from '#domain/cart.ts';
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

type DraftStatusProps = { state: TillState; timeZone: Zones };

/** The working draft's number and the time of its last save. */
export function DraftStatus(props: DraftStatusProps) {
  const styles = useStyles();
  return (
    <span className={styles.text} role="status">
      <SavedText {...props} />
    </span>
  );
}

function SavedText({ state, timeZone }: DraftStatusProps) {
  const styles = useStyles();
  const { draft, lines } = state.cart;
  if (!draft && lines.length === 0) return <>No draft yet. The first item starts one.</>;
  const isHere = state.saving === 'on-till';
  const time = draft ? formatTime(draft.saved_at, timeZone) : null;
  const kept = state.snapshotAt === null ? '' : ` ${formatTime(state.snapshotAt, timeZone)}`;
  const text = isHere
    ? `On this till${kept}`
    : state.saving === 'saving' || !time
      ? 'Saving…'
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

export type WholeAction = {
  text: string;
  icon: ReactElement;
  appearance?: 'subtle' | 'secondary';
  disabled?: boolean;
  disabledReason?: string | null;
  /** Says what the action does, if its label does not. */
  title?: string;
  onClick: () => void;
};

/** A button that acts on the whole draft; in a short bar its label is a tooltip. */
export function WholeButton({
  text,
  isShort,
  appearance = 'subtle',
  ...button
}: WholeAction & { isShort: boolean }) {
  if (isShort) return <Button size="till" appearance={appearance} label={text} {...button} />;
  return (
    <Button size="till" appearance={appearance} {...button}>
      {text}
    </Button>
  );
}

type WholeDeps = {
  cart: Cart;
  busy: boolean;
  onClear: () => void;
  onCancel: () => void;
  onSave: () => void;
};

/** Returns the actions on the whole draft; the last one is offered first. */
export function wholeActions({ cart, busy, onClear, onCancel, onSave }: WholeDeps): WholeAction[] {
  const hasLines = cart.lines.length > 0;
  return [
    {
      text: 'Clear Items',
      icon: <Broom20Regular />,
      onClick: onClear,
    },
    {
      text: 'Cancel Transaction',
      icon: <DismissCircle20Regular />,
      disabledReason: hasLines || cart.draft ? null : 'There is no transaction to cancel',
      onClick: onCancel,
    },
    {
      text: 'Save Transaction',
      title: 'Holds this sale for later, under View Transactions, and empties the till',
      icon: <Save20Regular />,
      appearance: 'secondary',
      disabled: busy,
      onClick: onSave,
    },
  ];
}

/** Shows the working draft: its number, the time of its last save, and the actions on it. */
export function DraftBar({ actions, ...status }: DraftStatusProps & { actions: readonly WholeAction[] }) {
  const styles = useStyles();
  const [measure, width] = useWidth();
  const isShort = width > 0 && width < SHORT;
  return (
    <div ref={measure} className={styles.root}>
      <DraftStatus {...status} />
      {actions.map((action) => (
        <WholeButton key={action.text} isShort={isShort} {...action} />
      ))}
    </div>
  );
}
