import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { Edit16Regular, PersonAdd20Regular } from '@fluentui/react-icons';
import type { Cart, CartCustomer } from '#domain/cart.ts';
import { basisPointsToPercent } from '#domain/money.ts';
import { hasOwnPrices } from '#domain/pricing.ts';
import { Button } from '#renderer/ui/button.tsx';
import { GroupBadge } from '#renderer/ui/group-badge.tsx';
import { Initials } from '#renderer/ui/initials.tsx';
import { Stack } from '#renderer/ui/layout.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { focusRing, palette, type } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    flexShrink: 0,
    height: '72px',
    boxSizing: 'border-box',
    padding: '0 20px',
    borderBottom: `1px solid ${palette.hairline}`,
  },
  who: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    flexGrow: 1,
    minWidth: 0,
    minHeight: '52px',
    padding: '4px 8px',
    margin: '0 -8px',
    border: 'none',
    borderRadius: '8px',
    backgroundColor: 'transparent',
    color: 'inherit',
    fontFamily: 'inherit',
    textAlign: 'left',
  },
  editable: {
    cursor: 'pointer',
    ':hover': { backgroundColor: palette.canvas },
    ':focus-visible': focusRing,
  },
  change: { marginRight: '-8px' },
  // The name is read out to the customer: it wraps, followed by the badge, before it is cut off.
  top: {
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: 2,
    overflow: 'hidden',
    lineHeight: '22px',
    overflowWrap: 'anywhere',
  },
  name: {
    ...type.body,
    fontSize: '15px',
    lineHeight: '22px',
    fontWeight: 600,
    marginRight: '8px',
    color: palette.text1,
  },
  pen: { marginLeft: '6px', verticalAlign: '-3px', color: palette.text3 },
});

/** Returns the percentage that the group is labelled with, or that it has prices of its own. */
function pricesText({ name, slug, discount_percentage }: NonNullable<CartCustomer['group']>): string | null {
  if (discount_percentage > 0) return `${basisPointsToPercent(discount_percentage)}% off`;
  return hasOwnPrices(slug) ? `${name} prices` : null;
}

/** Returns the line below the name: "5% off · 1,240 points". The cart says what was really saved. */
function lineUnder({ group, loyalty_points }: CartCustomer): string {
  const points = `${loyalty_points.toLocaleString('en-US')} ${loyalty_points === 1 ? 'point' : 'points'}`;
  const prices = group && pricesText(group);
  return prices ? `${prices} · ${points}` : points;
}

type CustomerCardProps = {
  cart: Cart;
  /** Null for people who may not view or change customers. */
  onChoose: (() => void) | null;
  onEdit: (() => void) | null;
  /** Why no customer can be chosen now; null if one can. */
  note: string | null;
};

/** Shows the customer of the sale at the top of the cart. */
export function CustomerCard({ cart, onChoose, onEdit, note }: CustomerCardProps) {
  const { customer } = cart;
  const styles = useStyles();
  return (
    <div className={styles.root}>
      {customer ? (
        <Person customer={customer} onEdit={onEdit} />
      ) : (
        <span className={styles.who}>
          <Stack as="span" shrinks>
            <span className={styles.name}>Walk-in Customer</span>
            <Text size="label" tone="text3" noWrap>
              {note ?? 'Retail prices, no points'}
            </Text>
          </Stack>
        </span>
      )}
      {onChoose && customer ? (
        <Button size="till" appearance="subtle" keyCap="F3" className={styles.change} onClick={onChoose}>
          Change
        </Button>
      ) : null}
      {onChoose && !customer ? (
        <Button size="till" icon={<PersonAdd20Regular />} keyCap="F3" onClick={onChoose}>
          Add Customer
        </Button>
      ) : null}
    </div>
  );
}

type PersonProps = { customer: CartCustomer; onEdit: (() => void) | null };

function Person({ customer, onEdit }: PersonProps) {
  const styles = useStyles();
  const text = (
    <>
      <Initials name={customer.name} size={40} />
      <Stack as="span" shrinks>
        <span className={styles.top}>
          <span className={styles.name} title={customer.name}>
            {customer.name}
          </span>
          <GroupBadge group={customer.group} />
        </span>
        <Text size="label" tone="text3" noWrap>
          {lineUnder(customer)}
          {onEdit ? <Edit16Regular className={styles.pen} aria-hidden="true" /> : null}
        </Text>
      </Stack>
    </>
  );
  if (!onEdit) return <span className={styles.who}>{text}</span>;
  return (
    <button
      type="button"
      className={mergeClasses(styles.who, styles.editable)}
      aria-label={`Edit ${customer.name}`}
      onClick={onEdit}
    >
      {text}
    </button>
  );
}
