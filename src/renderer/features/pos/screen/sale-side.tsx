import { makeStyles } from '@fluentui/react-components';
import { useNavigate } from 'react-router';
import type { Store } from '#contract/stores.ts';
import { taxRuleOf } from '#domain/store-rules.ts';
import { useConnection } from '#renderer/lib/connection.ts';
import { palette, windows } from '#renderer/ui/theme.ts';
import { useNotify } from '#renderer/ui/toasts.tsx';
import { AfterSalePanel } from '../after-sale/after-sale-panel.tsx';
import { usePrinting } from '../after-sale/use-printing.ts';
import { CartPanel } from '../cart/cart-panel.tsx';
import { ComingBack } from '../cart/coming-back.tsx';
import { CustomerCard } from '../cart/customer-card.tsx';
import { notWithoutServer } from '../offline/why-not.ts';
import { useTillState, useWorkingSale } from '../sale/till-context.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    minHeight: 0,
    borderLeft: `1px solid ${palette.hairline}`,
    backgroundColor: palette.surface,
    // The customer, the lines and the sums scroll together.
    [windows.onePane]: { flexGrow: 1, overflowY: 'auto', borderLeft: 'none' },
  },
});

type SaleSideProps = {
  store: Store;
  /** Why the cart cannot go to payment; null if it can. */
  why: string | null;
  busy: boolean;
  /** True while this till sells without the server. */
  sellsOffline: boolean;
  onCheckout: () => void;
  onChooseCustomer: (() => void) | null;
  onEditCustomer: (() => void) | null;
  /** Null for those who may not see transactions, as `onEmail`. */
  linkTo: ((saleId: number) => string) | null;
  onEmail: (() => void) | null;
};

/** The cart, or the sale just completed. */
export function SaleSide(props: SaleSideProps) {
  const { store, why, busy, sellsOffline, onCheckout, onChooseCustomer, onEditCustomer, linkTo, onEmail } =
    props;
  const styles = useStyles();
  const sale = useWorkingSale();
  const state = useTillState();
  const { isReachable } = useConnection();
  const printing = usePrinting();
  const navigate = useNavigate();
  const notify = useNotify();
  const { exchange } = state.cart;
  return (
    <aside className={styles.root} aria-label={state.afterSale ? 'Completed sale' : 'Cart'}>
      {state.afterSale ? (
        <AfterSalePanel
          sale={state.afterSale}
          busy={printing.busy}
          onPrintAgain={() => void printing.printAgain()}
          onPrinted={() => void printing.callPrinted()}
          linkTo={linkTo}
          onEmail={onEmail}
        />
      ) : (
        <CartPanel
          state={state}
          storeTax={taxRuleOf(store.settings)}
          isReachable={isReachable}
          sellsOffline={sellsOffline}
          why={why}
          busy={busy}
          onRemove={sale.remove}
          onPutBack={sale.putBack}
          onForgetRemoved={sale.forgetRemoved}
          onCheckout={onCheckout}
          onApproved={sale.save}
        >
          <CustomerCard
            cart={state.cart}
            onChoose={sellsOffline ? null : onChooseCustomer}
            onEdit={onEditCustomer}
            note={sellsOffline && onChooseCustomer ? notWithoutServer.customer : null}
          />
          {exchange ? (
            <ComingBack
              exchange={exchange}
              linkTo={`/transactions/${exchange.transaction_id}`}
              onChange={() => void navigate(`/transactions/${exchange.transaction_id}?dialog=exchange`)}
              onCancel={() => {
                if (!sale.exchange(null)) return;
                notify.info('Exchange cancelled', 'Nothing comes back. What was scanned stays in the cart.');
              }}
            />
          ) : null}
        </CartPanel>
      )}
    </aside>
  );
}
