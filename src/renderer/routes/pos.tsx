import { makeStyles } from '@fluentui/react-components';
import { useCallback, useRef, useState } from 'react';
import { useParams } from 'react-router-dom';
import type { CatalogueProduct } from '#contract/pos.ts';
import { taxRuleOf } from '#domain/store-rules.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { AfterSalePanel } from '#renderer/features/pos/after-sale-panel.tsx';
import { CartPanel } from '#renderer/features/pos/cart-panel.tsx';
import { CartQuestions, type CartQuestion } from '#renderer/features/pos/cart-questions.tsx';
import { DraftBar } from '#renderer/features/pos/draft-bar.tsx';
import { KeyStrip, TILL_KEYS } from '#renderer/features/pos/key-strip.tsx';
import { OfflineBanner } from '#renderer/features/pos/offline-banner.tsx';
import { ProductPane } from '#renderer/features/pos/product-pane.tsx';
import { RecoveryOffer } from '#renderer/features/pos/recovery-offer.tsx';
import { useTillState, useWorkingSale } from '#renderer/features/pos/till-context.ts';
import { UnitPicker } from '#renderer/features/pos/unit-picker.tsx';
import { useAdding } from '#renderer/features/pos/use-adding.ts';
import { useOpenDraft } from '#renderer/features/pos/use-open-draft.ts';
import { usePrinting } from '#renderer/features/pos/use-printing.ts';
import { useScan } from '#renderer/features/pos/use-scan.ts';
import { useTillActions } from '#renderer/features/pos/use-till-actions.ts';
import { useTillKeys } from '#renderer/features/pos/use-till-keys.ts';
import { useConnection } from '#renderer/lib/connection.ts';
import { soundError } from '#renderer/lib/sound.ts';
import { palette, sizes, windows } from '#renderer/ui/theme.ts';
import { useNotify, useToastEdge } from '#renderer/ui/toasts.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';

const HELP_LIFETIME = 10_000;

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', height: '100%' },
  panes: {
    display: 'grid',
    gridTemplateColumns: `minmax(0, 1fr) ${sizes.cart}px`,
    gridTemplateRows: 'minmax(0, 1fr)',
    flexGrow: 1,
    minHeight: 0,
    [windows.narrow]: { gridTemplateColumns: `minmax(0, 1fr) ${sizes.cartNarrow}px` },
  },
  left: { display: 'flex', flexDirection: 'column', minHeight: 0 },
  right: {
    display: 'flex',
    flexDirection: 'column',
    minHeight: 0,
    borderLeft: `1px solid ${palette.hairline}`,
    backgroundColor: palette.surface,
  },
});

/** The till: products on the left, the cart (or the sale just completed) on the right. */
export function PosPage() {
  const styles = useStyles();
  const { store } = useSignedIn();
  const sale = useWorkingSale();
  const state = useTillState();
  const notify = useNotify();
  const { isReachable } = useConnection();
  const { transactionId } = useParams();
  const search = useRef<HTMLInputElement>(null);
  const [picked, setPicked] = useState<CatalogueProduct | null>(null);
  const [asking, setAsking] = useState<CartQuestion | null>(null);
  useToastEdge(sizes.cart + 16);
  useOpenDraft(transactionId);

  const pick = useCallback((product: CatalogueProduct) => setPicked(product), []);
  const adding = useAdding({ storeId: store.id, timeZone: store.timezone, pick });
  const printing = usePrinting();
  const scan = async (code: string) => {
    if (asking) {
      notify.info('Scan ignored', 'Answer the question first');
      return soundError();
    }
    if (await adding.scan(code)) setPicked(null);
  };
  useScan(scan);

  const actions = useTillActions();
  const help = () =>
    notify.info('Keyboard shortcuts', TILL_KEYS.map(([key, words]) => `${key} ${words}`).join(' · '), {
      lifetime: HELP_LIFETIME,
    });
  useTillKeys({ F1: help, F2: () => search.current?.focus(), F8: actions.checkout });

  const addPicked = (itemId: number) =>
    actions.whileBusy('Failed to add item', async () => {
      if (await adding.addItem(itemId)) setPicked(null);
      else actions.refreshStock();
    });
  const { lines } = state.cart;

  return (
    <div className={styles.root}>
      <VisuallyHidden>
        <h1>Point of Sale</h1>
      </VisuallyHidden>
      <OfflineBanner />
      {state.recovery ? (
        <RecoveryOffer
          recovery={state.recovery}
          timeZone={store.timezone}
          onRecover={() => actions.whileBusy('Failed to resume draft', sale.recover)}
          onDiscard={() => void sale.discardRecovery()}
        />
      ) : null}
      <div className={styles.panes}>
        <div className={styles.left}>
          <DraftBar
            state={state}
            timeZone={store.timezone}
            onClear={() =>
              lines.length
                ? setAsking('clear')
                : notify.info('No items to clear', 'The cart is already empty')
            }
            onCancel={() => setAsking('cancel')}
          />
          <ProductPane
            storeId={store.id}
            timeZone={store.timezone}
            searchRef={search}
            onChoose={adding.choose}
            onCode={(code) => void scan(code)}
          />
          <KeyStrip />
        </div>
        <aside className={styles.right} aria-label={state.afterSale ? 'Completed sale' : 'Cart'}>
          {state.afterSale ? (
            <AfterSalePanel
              sale={state.afterSale}
              busy={printing.busy}
              onPrintAgain={() => void printing.printAgain()}
            />
          ) : (
            <CartPanel
              state={state}
              tax={taxRuleOf(store.settings)}
              isReachable={isReachable}
              busy={actions.busy}
              onRemove={actions.remove}
              onCheckout={actions.checkout}
            />
          )}
        </aside>
      </div>
      {picked ? (
        <UnitPicker
          key={picked.id}
          product={picked}
          storeName={store.name}
          timeZone={store.timezone}
          busy={actions.busy}
          onAdd={addPicked}
          onClose={() => setPicked(null)}
        />
      ) : null}
      <CartQuestions
        asking={asking}
        cart={state.cart}
        onClear={() => {
          setAsking(null);
          actions.clear();
        }}
        onCancel={() => {
          setAsking(null);
          actions.cancel();
        }}
        onKeep={() => setAsking(null)}
      />
    </div>
  );
}
