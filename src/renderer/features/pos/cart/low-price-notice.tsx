import { makeStyles } from '@fluentui/react-components';
import { Warning20Filled } from '@fluentui/react-icons';
import { useContext } from 'react';
import { cartTotals, linesBelowFloor, type Cart } from '#domain/cart.ts';
import { formatMoney, type Centavos } from '#domain/money.ts';
import type { TaxRule } from '#domain/totals.ts';
import type { Approved } from '#renderer/lib/api-client.ts';
import { Button } from '#renderer/ui/button.tsx';
import { PesosEverywhere } from '#renderer/ui/money-text.tsx';
import { tones, type } from '#renderer/ui/theme.ts';
import { useApproval } from '#renderer/ui/use-approval.tsx';

const useStyles = makeStyles({
  root: {
    ...type.label,
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    gap: '8px',
    marginBottom: '12px',
    padding: '10px 12px',
    borderRadius: '8px',
    backgroundColor: tones.orange[0],
    color: tones.orange[1],
  },
  way: { gridColumn: 2, '& > button': { width: '100%' } },
});

type LowPriceNoticeProps = {
  /** The server's refusal. */
  refusal: string;
  cart: Cart;
  tax: TaxRule;
  onApproved: (approved: Approved) => void;
};

/** Says that the customer's prices are below the lowest ones, and lets a manager approve them for this cart. */
export function LowPriceNotice({ refusal, cart, tax, onApproved }: LowPriceNoticeProps) {
  const styles = useStyles();
  const approval = useApproval('discount');
  const pesosEverywhere = useContext(PesosEverywhere);
  const asText = (amount: Centavos) => formatMoney(amount, 'cart', pesosEverywhere);
  const ask = async () => {
    const { customer, draft } = cart;
    const what = [
      { label: 'Customer', value: [customer?.name, customer?.group?.name].filter(Boolean).join(' · ') },
      ...linesBelowFloor(cart).map(({ product_name, net, floor }) => ({
        label: product_name,
        value: `${asText(net)}, lowest ${asText(floor)}`,
      })),
      { label: 'Total', value: asText(cartTotals(cart, tax).total_amount) },
    ];
    const approved = await approval.ask({ targetId: draft?.id, what });
    if (approved) onApproved(approved);
  };
  return (
    <div className={styles.root} role="status">
      <Warning20Filled aria-hidden="true" />
      <span>
        {refusal}.{approval.isPossible ? null : ' Choose another customer, or remove the item.'}
      </span>
      {approval.isPossible ? (
        <div className={styles.way}>
          <Button size="till" onClick={() => void ask()}>
            Ask a manager
          </Button>
        </div>
      ) : null}
      {approval.dialog}
    </div>
  );
}
