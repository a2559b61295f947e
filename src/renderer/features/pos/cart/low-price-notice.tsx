import { makeStyles } from '@fluentui/react-components';
import { cartTotals, linesBelowFloor, type BelowFloor, type Cart } from '#domain/cart.ts';
import { lowPriceText } from '#domain/low-price.ts';
import type { Centavos } from '#domain/money.ts';
import { lineKey } from '#domain/sale-line.ts';
import { lineName } from '#domain/sale.ts';
import type { TaxRule } from '#domain/totals.ts';
import type { Approved } from '#renderer/lib/api-client.ts';
import { Button } from '#renderer/ui/button.tsx';
import { CautionNote } from '#renderer/ui/caution-note.tsx';
import { useMoneyText } from '#renderer/ui/money-text.tsx';
import { useApproval } from '#renderer/ui/use-approval.tsx';

const useStyles = makeStyles({
  root: { marginBottom: '12px' },
});

/** Names the first item below its lowest price in the cart's own currency, and counts the others; null if none is. */
function lowText(
  cart: Cart,
  low: readonly BelowFloor[],
  asText: (amount: Centavos) => string,
): string | null {
  const [first, ...others] = low;
  const line = cart.lines.find((other) => lineKey(other) === first?.key);
  if (!first || !line) return null;
  const low_price = {
    name: lineName(line),
    price: first.net,
    lowest_price: first.floor,
    is_group_price: true,
  };
  const text = lowPriceText(low_price, asText);
  return others.length === 0
    ? text
    : `${text}. ${others.length} more ${others.length === 1 ? 'item' : 'items'}, too`;
}

type LowPriceNoticeProps = {
  /** The server's refusal; shown if no price in this cart explains it. */
  refusal: string;
  cart: Cart;
  tax: TaxRule;
  onApproved: (approved: Approved) => void;
};

/** Says that the customer's prices are below the lowest ones, and lets a manager approve them for this cart. */
export function LowPriceNotice({ refusal, cart, tax, onApproved }: LowPriceNoticeProps) {
  const styles = useStyles();
  const approval = useApproval('discount');
  const asText = useMoneyText('cart');
  const low = linesBelowFloor(cart);
  const ask = async () => {
    const { customer, draft } = cart;
    const { discount_amount: amount, total_amount } = cartTotals(cart, tax);
    const what = [
      { label: 'Customer', value: [customer?.name, customer?.group?.name].filter(Boolean).join(' · ') },
      ...low.map(({ product_name, net, floor }) => ({
        label: product_name,
        value: `${asText(net)}, lowest ${asText(floor)}`,
      })),
      { label: 'Total', value: asText(total_amount) },
    ];
    const approved = await approval.ask({ targetId: draft?.id, amount, title: 'Sell at these prices', what });
    if (approved) onApproved(approved);
  };
  return (
    <div className={styles.root}>
      <CautionNote
        role="status"
        way={
          approval.isPossible ? (
            <Button size="till" onClick={() => void ask()}>
              Ask a manager
            </Button>
          ) : null
        }
      >
        {lowText(cart, low, asText) ?? refusal}.
        {approval.isPossible ? null : ' Choose another customer, or remove the item.'}
      </CautionNote>
      {approval.dialog}
    </div>
  );
}
