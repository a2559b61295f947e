import { makeStyles } from '@fluentui/react-components';
import { History20Regular } from '@fluentui/react-icons';
import type { Cart } from '#domain/cart.ts';
import { formatInstant, formatTime, storeDate, type Zones } from '#domain/store-time.ts';
import { useToday } from '#renderer/lib/use-today.ts';
import { Button } from '#renderer/ui/button.tsx';
import { palette, tones, type, windows } from '#renderer/ui/theme.ts';
import { clearOfToasts } from '#renderer/ui/use-clear-place.ts';
import type { SavedCart } from '../sale/till-state.ts';

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
    [windows.onePane]: { flexWrap: 'wrap', justifyContent: 'flex-end', padding: '4px 12px' },
    borderBottom: `1px solid ${palette.hairline}`,
    backgroundColor: tones.blue[0],
    color: tones.blue[1],
  },
  icon: { flexShrink: 0 },
  text: {
    flexGrow: 1,
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    [windows.onePane]: { flexBasis: '80%' },
    [windows.phone]: { whiteSpace: 'normal' },
  },
  more: { flexShrink: 0, fontWeight: 500 },
});

type RecoveryOfferProps = {
  offers: readonly SavedCart[];
  timeZone: Zones;
  busy: boolean;
  onRecover: (offer: SavedCart) => void;
  onDiscard: (offer: SavedCart) => void;
};

/** Carts shown at once; the others follow when these are recovered or left. */
const SHOWN = 2;

const namesOf = ({ lines }: Cart) => [...new Set(lines.map((line) => line.product_name))].join(', ');

/** Offers the recovered carts; they are never lost and never loaded unasked. */
export function RecoveryOffer({ offers, timeZone, busy, onRecover, onDiscard }: RecoveryOfferProps) {
  const styles = useStyles();
  const today = useToday(timeZone);
  const more = offers.length - SHOWN;
  if (offers.length === 0) return null;
  return (
    <div role="region" aria-label="Carts that were cut off" {...clearOfToasts}>
      {offers.slice(0, SHOWN).map((offer, index) => {
        const { cart, savedAt, key } = offer;
        const items = cart.lines.length === 1 ? '1 item' : `${cart.lines.length} items`;
        const what = cart.exchange ? `An exchange of ${cart.exchange.number}` : `A cart with ${items}`;
        const isToday = storeDate(savedAt, timeZone) === today;
        const when = isToday
          ? `at ${formatTime(savedAt, timeZone)}`
          : `on ${formatInstant(savedAt, timeZone)}`;
        return (
          <div key={key} className={styles.root}>
            <History20Regular className={styles.icon} />
            <span className={styles.text}>
              <strong>
                {what} was cut off {when}
                {cart.draft ? ` (${cart.draft.number})` : ''}.
              </strong>{' '}
              {cart.customer ? `${cart.customer.name}: ` : ''}
              {namesOf(cart)}
            </span>
            {index === SHOWN - 1 && more > 0 ? (
              <span className={styles.more}>{more === 1 ? 'and 1 more cart' : `and ${more} more carts`}</span>
            ) : null}
            <Button size="till" appearance="subtle" disabled={busy} onClick={() => onDiscard(offer)}>
              Leave it
            </Button>
            <Button size="till" disabled={busy} onClick={() => onRecover(offer)}>
              Recover cart
            </Button>
          </div>
        );
      })}
    </div>
  );
}
