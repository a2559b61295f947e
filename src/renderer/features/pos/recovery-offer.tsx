import { makeStyles } from '@fluentui/react-components';
import { History20Regular } from '@fluentui/react-icons';
import { formatTime } from '#domain/store-time.ts';
import { Button } from '#renderer/ui/button.tsx';
import { tones, type } from '#renderer/ui/theme.ts';
import type { TillState } from './till-state.ts';

const useStyles = makeStyles({
  root: {
    ...type.body,
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    flexShrink: 0,
    minHeight: '52px',
    boxSizing: 'border-box',
    padding: '4px 24px',
    backgroundColor: tones.blue[0],
    color: tones.blue[1],
  },
  words: { marginRight: 'auto' },
});

type RecoveryOfferProps = {
  recovery: NonNullable<TillState['recovery']>;
  timeZone: string;
  onRecover: () => void;
  onDiscard: () => void;
};

/** A cart that was cut off is offered, never lost and never silently loaded. */
export function RecoveryOffer({ recovery, timeZone, onRecover, onDiscard }: RecoveryOfferProps) {
  const styles = useStyles();
  const { cart, snapshot } = recovery;
  const items = cart.lines.length === 1 ? '1 item' : `${cart.lines.length} items`;
  return (
    <div className={styles.root} role="region" aria-label="Cart that was cut off">
      <History20Regular />
      <span className={styles.words}>
        A cart with {items} was cut off at {formatTime(snapshot.saved_at, timeZone)}
        {cart.draft ? ` (${cart.draft.number})` : ''}.
      </span>
      <Button size="till" appearance="subtle" onClick={onDiscard}>
        Leave it
      </Button>
      <Button size="till" onClick={onRecover}>
        Recover cart
      </Button>
    </div>
  );
}
