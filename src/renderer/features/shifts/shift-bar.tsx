import { makeStyles, mergeClasses } from '@fluentui/react-components';
import {
  LockClosed20Regular,
  MoneyHand20Regular,
  Print20Regular,
  Warning20Regular,
} from '@fluentui/react-icons';
import type { KeptOpening } from '#bridge/offline-sales.ts';
import type { Shift, Till } from '#contract/shifts.ts';
import { formatInstant, formatTime, storeDate, type Zones } from '#domain/store-time.ts';
import { useNow } from '#renderer/lib/use-now.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Row } from '#renderer/ui/layout.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { palette, tones, type, windows } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  root: {
    ...type.label,
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    flexShrink: 0,
    minHeight: '44px',
    boxSizing: 'border-box',
    padding: '4px 16px 4px 24px',
    borderBottom: `1px solid ${palette.hairline}`,
    backgroundColor: palette.surface,
    color: palette.text2,
    [windows.onePane]: { padding: '4px 12px' },
    [windows.phone]: { flexWrap: 'wrap' },
  },
  closed: { backgroundColor: tones.orange[0], color: tones.orange[1], borderBottom: '1px solid #F3D9B1' },
  text: {
    minWidth: 0,
    marginRight: 'auto',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    [windows.onePane]: { whiteSpace: 'normal' },
    // It shares the first row with the icon; the buttons stand below.
    [windows.phone]: { flexBasis: 'calc(100% - 28px)' },
  },
});

type ShiftBarProps = {
  till: Till | null;
  shift: Shift | null;
  /** The shift that was opened here without the server and is not sent; null without one. */
  opening: KeptOpening | null;
  storeName: string;
  timeZone: Zones;
  /** True if the user may open and close shifts here. */
  mayClose: boolean;
  onOpen: () => void;
  onClose: () => void;
  onX: () => void;
  /** Null if no shift was closed here yet. */
  onLast: (() => void) | null;
  /** Null for people who may not move cash. */
  onMove: (() => void) | null;
};

/** Returns since when a shift is open: the time, and its day where that is another one. */
function sinceOf({ opened_at }: { opened_at: number }, { timeZone, now }: { timeZone: Zones; now: number }) {
  const isToday = storeDate(opened_at, timeZone) === storeDate(now, timeZone);
  return (isToday ? formatTime : formatInstant)(opened_at, timeZone);
}

/** The bar above the till in a store with shifts: whose drawer it is, and its actions. */
export function ShiftBar(props: ShiftBarProps) {
  const { till, shift, opening, storeName, timeZone, mayClose, onOpen, onClose, onX, onLast, onMove } = props;
  const styles = useStyles();
  const now = useNow();
  if (opening) {
    return (
      <div className={styles.root} role="status">
        <span className={styles.text}>
          <Text tone="text1" strong>
            {till?.name ?? 'This till'}
          </Text>
          {` · ${opening.opened_by.name}’s shift since ${sinceOf(opening, { timeZone, now })}. Kept on this till, sent first when the server is back`}
        </span>
      </div>
    );
  }
  if (shift === null || shift.status === 'counted') {
    const text = shift
      ? `The drawer of ${shift.till.name} is being counted. Nothing is sold here until that is done.`
      : `No shift is open at ${till?.name ?? `this till of ${storeName}`}. Carts can be filled; nothing is paid without one.`;
    return (
      <div className={mergeClasses(styles.root, styles.closed)} role="status">
        <Row as="span" fixed>
          <Warning20Regular />
        </Row>
        <span className={styles.text}>{text}</span>
        {mayClose && shift === null && onLast ? <Button onClick={onLast}>Last shift</Button> : null}
        {mayClose ? (
          <Button appearance="primary" keyCap="F10" onClick={shift ? onClose : onOpen}>
            {shift ? 'Go on counting' : 'Open shift'}
          </Button>
        ) : null}
      </div>
    );
  }
  const since = sinceOf(shift, { timeZone, now });
  return (
    <div className={styles.root} role="status">
      <span className={styles.text}>
        <Text tone="text1" strong>
          {shift.till.name}
        </Text>
        {` · ${shift.opened_by.name}’s shift since ${since}`}
      </span>
      {onMove ? (
        <Button icon={<MoneyHand20Regular />} keyCap="F7" onClick={onMove}>
          Cash
        </Button>
      ) : null}
      {mayClose ? (
        <>
          <Button once icon={<Print20Regular />} onClick={onX}>
            X reading
          </Button>
          <Button
            icon={<LockClosed20Regular />}
            keyCap="F10"
            // The bar moves up to where a banner's button was, such as Recover cart.
            once
            onClick={onClose}
          >
            Close shift
          </Button>
        </>
      ) : null}
    </div>
  );
}
