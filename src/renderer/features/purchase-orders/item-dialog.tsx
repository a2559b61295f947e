import { makeStyles } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import {
  orderRowForm,
  purchaseOrders,
  type OrderItem,
  type PurchaseOrder,
} from '#contract/purchase-orders.ts';
import type { FoundVariation } from '#contract/products.ts';
import { centavosToPesos } from '#domain/money.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { createScanQueue } from '#renderer/lib/scan-queue.ts';
import { takeScans } from '#renderer/lib/scans.ts';
import { soundError } from '#renderer/lib/sound.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { as, useContractForm } from '#renderer/lib/use-contract-form.ts';
import { useLatest } from '#renderer/lib/use-latest.ts';
import { fieldGrid } from '#renderer/ui/field-grid.ts';
import { FormDialog } from '#renderer/ui/form-dialog.tsx';
import { FormNote } from '#renderer/ui/form-note.tsx';
import { FormMoneyField } from '#renderer/ui/form-money-field.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { ON_SALE } from './order-row-fields.tsx';
import { VariationField, type ChosenVariation } from '#renderer/ui/variation-field.tsx';
import { scannedText } from './order-text.ts';
import { productOf } from './use-row-codes.ts';

const useStyles = makeStyles(fieldGrid);

const pesosOf = (amount: number | undefined) => (amount === undefined ? undefined : centavosToPesos(amount));

type ItemDialogProps = {
  order: Pick<PurchaseOrder, 'id' | 'transaction_number' | 'open_receipts'>;
  /** Null for a new one. */
  item: OrderItem | null;
  seesCosts: boolean;
  onClose: () => void;
};

/** Adds an item to an order, or edits one of which nothing was received. */
export function ItemDialog({ order, item, seesCosts, onClose }: ItemDialogProps) {
  const styles = useStyles();
  const { staff } = useSignedIn();
  const [variation, setVariation] = useState<ChosenVariation | null>(item?.product_variation ?? null);
  /** The last scanned code that matched no product. */
  const [unread, setUnread] = useState<string | null>(null);
  const add = useRouteMutation(purchaseOrders.addItem, { done: 'Item added', failed: 'Failed to add item' });
  const update = useRouteMutation(purchaseOrders.updateItem, {
    done: 'Item updated',
    failed: 'Failed to update item',
  });
  const form = useContractForm(orderRowForm, {
    values: {
      product_variation_id: (item?.product_variation.id ?? null) as number,
      quantity_ordered: item?.quantity_ordered ?? 1,
      ...(seesCosts ? { unit_cost: pesosOf(item?.unit_cost) } : {}),
    },
    send: async (body, { onError, changed }) => {
      const params = { orderId: order.id };
      const saved = item
        ? await update.run({ params: { ...params, itemId: item.id }, body: changed }, onError)
        : await add.run({ params, body }, onError);
      if (saved) onClose();
    },
  });
  const { errors } = form.formState;
  const scanned = item && scannedText(order, { staffId: staff.id, itemId: item.id });
  const choose = (chosen: FoundVariation | null) => {
    setVariation(chosen);
    setUnread(null);
    const options = { shouldDirty: true, shouldValidate: true };
    form.setValue('product_variation_id', (chosen?.id ?? null) as number, options);
    if (seesCosts && chosen?.cost) form.setValue('unit_cost', pesosOf(chosen.cost), options);
  };
  const latest = useLatest(choose);
  useEffect(
    () =>
      takeScans(
        createScanQueue(async (code) => {
          const found = await productOf(code);
          if (typeof found !== 'string') return latest.current(found);
          setUnread(`${code}: ${found}`);
          soundError();
        }, soundError),
      ),
    [latest],
  );
  return (
    <FormDialog
      form={form.state}
      title={item ? 'Edit Item' : 'Add Item'}
      line={order.transaction_number}
      submitLabel={item ? 'Update Item' : 'Add Item'}
      asksFirst
      onClose={onClose}
    >
      {scanned ? (
        <FormNote>{`${scanned} As another product, or beyond a lower quantity, they are not received.`}</FormNote>
      ) : null}
      <VariationField
        required
        filters={ON_SALE}
        value={variation}
        placeholder="Name, SKU or barcode"
        error={unread ?? errors.product_variation_id?.message}
        onChange={choose}
      />
      <div className={styles.fields}>
        <TextField
          {...form.field('quantity_ordered', as.number)}
          label="Quantity"
          required
          inputMode="numeric"
          autoComplete="off"
          onFocus={(event) => event.target.select()}
        />
        {seesCosts ? (
          <FormMoneyField
            control={form.control}
            name="unit_cost"
            label="Unit cost"
            required
            empty={undefined}
          />
        ) : null}
      </div>
    </FormDialog>
  );
}
