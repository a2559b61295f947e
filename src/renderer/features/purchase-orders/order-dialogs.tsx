import { unitsText } from '#domain/units.ts';
import { makeStyles } from '@fluentui/react-components';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { purchaseOrders, type OrderItem, type PurchaseOrder } from '#contract/purchase-orders.ts';
import { orderDocuments } from '#contract/order-document.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { read } from '#renderer/lib/read.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { ConfirmDialog } from '#renderer/ui/confirm-dialog.tsx';
import { EmailText } from '#renderer/ui/email-text.tsx';
import { WholeText } from '#renderer/ui/facts-line.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { ReasonDialog } from '#renderer/ui/reason-dialog.tsx';
import { ItemDialog } from './item-dialog.tsx';
import { itemName } from './order-items.tsx';
import { scannedText } from './order-text.ts';

const useStyles = makeStyles({ line: { margin: '8px 0 0' } });

/** The dialog that is open, and what it asks about. */
export type Asked =
  | { what: 'add' | 'cancel' | 'close' | 'email' }
  | { what: 'edit' | 'remove'; item: OrderItem };

type DialogProps = { order: PurchaseOrder; onClose: () => void };

/** The text of a question, with the people who have scanned units of the order or item without receiving them. */
function Consequence({ order, itemId, text }: { order: PurchaseOrder; itemId?: number; text: string }) {
  const styles = useStyles();
  const { staff } = useSignedIn();
  const scanned = scannedText(order, { staffId: staff.id, itemId });
  return (
    <>
      <WholeText>{text}</WholeText>
      {scanned ? (
        <p className={styles.line}>
          <Text size="body" tone="orange">{`${scanned} They can no longer be received afterwards.`}</Text>
        </p>
      ) : null}
    </>
  );
}

/** Returns the dialogs of an order's page, and how to open them. */
export function useOrderDialogs(order: PurchaseOrder, seesCosts: boolean) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const queryClient = useQueryClient();
  const { queryKey } = read(purchaseOrders.get, { params: { orderId: order.id } });
  const given = { order, onClose: () => setAsked(null) };
  const dialogOf = (question: Asked) => {
    switch (question.what) {
      case 'add':
        return <ItemDialog {...given} item={null} seesCosts={seesCosts} />;
      case 'edit':
        return <ItemDialog {...given} item={question.item} seesCosts={seesCosts} />;
      case 'remove':
        return <RemoveDialog {...given} item={question.item} />;
      case 'cancel':
        return <CancelDialog {...given} />;
      case 'close':
        return <CloseDialog {...given} />;
      case 'email':
        return order.supplier.email === null ? (
          <NoEmailDialog {...given} />
        ) : (
          <EmailDialog {...given} email={order.supplier.email} seesCosts={seesCosts} />
        );
    }
  };
  const ask = (question: Asked) => {
    setAsked(question);
    // Names what others have scanned by now.
    void queryClient.invalidateQueries({ queryKey });
  };
  return { ask, dialog: asked && dialogOf(asked) };
}

function RemoveDialog({ order, item, onClose }: DialogProps & { item: OrderItem }) {
  const { busy, run } = useRouteMutation(purchaseOrders.removeItem, {
    done: `${itemName(item)} removed`,
    failed: 'Failed to remove item',
  });
  const units = unitsText(item.quantity_ordered);
  return (
    <ConfirmDialog
      open
      title={`Remove ${itemName(item)}?`}
      consequence={
        <Consequence
          order={order}
          itemId={item.id}
          text={`${units} of it ${item.quantity_ordered === 1 ? 'is' : 'are'} no longer ordered with ${order.transaction_number}.`}
        />
      }
      confirmLabel={`Remove ${units}`}
      busy={busy}
      onConfirm={() =>
        void run({ params: { orderId: order.id, itemId: item.id } }).then((done) => done && onClose())
      }
      onCancel={onClose}
    />
  );
}

/** Cancels an order of which nothing was received. */
function CancelDialog({ order, onClose }: DialogProps) {
  const { id, transaction_number: number, supplier, total_quantity_ordered } = order;
  const { busy, run } = useRouteMutation(purchaseOrders.cancel, {
    done: `${number} cancelled`,
    failed: 'Failed to cancel purchase order',
  });
  const units = unitsText(total_quantity_ordered);
  return (
    <ReasonDialog
      title={`Cancel ${number}?`}
      consequence={
        <Consequence
          order={order}
          text={`${units} from ${supplier.name} ${total_quantity_ordered === 1 ? 'is' : 'are'} no longer on order, and nothing can be received for it any more. The order counts as complete. ${supplier.name} is not told by itself.`}
        />
      }
      confirmLabel={`Cancel order of ${units}`}
      cancelLabel="Keep it"
      busy={busy}
      onConfirm={async (reason) => {
        if (await run({ params: { orderId: id }, body: { reason } })) onClose();
      }}
      onClose={onClose}
    />
  );
}

/** Closes an order: the rest is given up, what was received stays. */
function CloseDialog({ order, onClose }: DialogProps) {
  const { id, transaction_number: number, items, total_quantity_received } = order;
  const { busy, run } = useRouteMutation(purchaseOrders.close, {
    done: `Rest of ${number} closed`,
    failed: 'Failed to close purchase order',
  });
  const remaining = items.reduce((sum, item) => sum + item.remaining_quantity, 0);
  const units = unitsText(remaining);
  return (
    <ReasonDialog
      title={`Close the rest of ${number}?`}
      consequence={
        <Consequence
          order={order}
          text={`${units} that did not come ${remaining === 1 ? 'is' : 'are'} no longer on order, and nothing more can be received for it. The ${unitsText(total_quantity_received)} that came stay in stock. The order counts as complete.`}
        />
      }
      confirmLabel={`Close remainder of ${units}`}
      cancelLabel="Keep it open"
      busy={busy}
      onConfirm={async (reason) => {
        if (await run({ params: { orderId: id }, body: { reason } })) onClose();
      }}
      onClose={onClose}
    />
  );
}

function EmailDialog({
  order,
  email,
  seesCosts,
  onClose,
}: DialogProps & { email: string; seesCosts: boolean }) {
  const styles = useStyles();
  const { busy, run } = useRouteMutation(orderDocuments.email, {
    done: ({ message }) => message,
    failed: 'Failed to send purchase order',
  });
  return (
    <ConfirmDialog
      open
      tone="primary"
      title={`Email ${order.transaction_number} to ${order.supplier.name}?`}
      consequence={
        <>
          It goes to <EmailText address={email} />.
          <p className={styles.line}>
            {seesCosts
              ? 'Unit costs and the total stand on it.'
              : 'No costs stand on it, as your role does not see them.'}
          </p>
        </>
      }
      confirmLabel={seesCosts ? 'Send with costs' : 'Send without costs'}
      busy={busy}
      onConfirm={() => void run({ params: { orderId: order.id } }).then((done) => done && onClose())}
      onCancel={onClose}
    />
  );
}

function NoEmailDialog({ order: { supplier }, onClose }: DialogProps) {
  const navigate = useNavigate();
  return (
    <ConfirmDialog
      open
      tone="primary"
      title={`${supplier.name} has no email address`}
      consequence={
        supplier.is_deleted
          ? 'The supplier was deleted. Print the order instead.'
          : 'Add one to the supplier, then send the order; or print it.'
      }
      confirmLabel={supplier.is_deleted ? 'Close' : 'Open supplier'}
      onConfirm={() => {
        if (supplier.is_deleted) onClose();
        else void navigate(`/suppliers/${supplier.id}`);
      }}
      onCancel={onClose}
    />
  );
}
