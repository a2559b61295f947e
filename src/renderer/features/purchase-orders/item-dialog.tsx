import { useState } from 'react';
import { Controller } from 'react-hook-form';
import {
  orderRowForm,
  purchaseOrders,
  type OrderItem,
  type PurchaseOrder,
} from '#contract/purchase-orders.ts';
import { centavosToPesos } from '#domain/money.ts';
import { useChange } from '#renderer/lib/use-change.ts';
import { as, useContractForm } from '#renderer/lib/use-contract-form.ts';
import { FormDialog } from '#renderer/ui/form-dialog.tsx';
import { MoneyField } from '#renderer/ui/money-field.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { ON_SALE } from './order-row-fields.tsx';
import { VariationField, type ChosenVariation } from '#renderer/ui/variation-field.tsx';

const pesosOf = (amount: number | undefined) => (amount === undefined ? undefined : centavosToPesos(amount));

type ItemDialogProps = {
  order: Pick<PurchaseOrder, 'id' | 'transaction_number'>;
  /** Null for a new one. */
  item: OrderItem | null;
  seesCosts: boolean;
  onClose: () => void;
};

/** Adds an item to an order, or changes one of which nothing came. */
export function ItemDialog({ order, item, seesCosts, onClose }: ItemDialogProps) {
  const [variation, setVariation] = useState<ChosenVariation | null>(item?.product_variation ?? null);
  const add = useChange(purchaseOrders.addItem, { done: 'Item added', failed: 'Failed to add item' });
  const update = useChange(purchaseOrders.updateItem, {
    done: 'Item updated',
    failed: 'Failed to update item',
  });
  const form = useContractForm(orderRowForm, {
    values: {
      product_variation_id: (item?.product_variation.id ?? null) as number,
      quantity_ordered: item?.quantity_ordered ?? 1,
      ...(seesCosts ? { unit_cost: pesosOf(item?.unit_cost) } : {}),
    },
    send: async (body, { tell, changed }) => {
      const params = { orderId: order.id };
      const saved = item
        ? await update.run({ params: { ...params, itemId: item.id }, body: changed }, tell)
        : await add.run({ params, body }, tell);
      if (saved) onClose();
    },
  });
  const { errors } = form.formState;
  return (
    <FormDialog
      form={form.state}
      title={item ? 'Edit Item' : 'Add Item'}
      line={order.transaction_number}
      submitLabel={item ? 'Save Item' : 'Add Item'}
      asksFirst
      onClose={onClose}
    >
      <VariationField
        required
        filters={ON_SALE}
        value={variation}
        error={errors.product_variation_id?.message}
        onChange={(chosen) => {
          setVariation(chosen);
          const options = { shouldDirty: true, shouldValidate: true };
          form.setValue('product_variation_id', (chosen?.id ?? null) as number, options);
          if (seesCosts && chosen?.cost) form.setValue('unit_cost', pesosOf(chosen.cost), options);
        }}
      />
      <TextField
        {...form.field('quantity_ordered', as.number)}
        label="Quantity"
        required
        inputMode="numeric"
        autoComplete="off"
        onFocus={(event) => event.target.select()}
      />
      {seesCosts ? (
        <Controller
          control={form.control}
          name="unit_cost"
          render={({ field: { value, onChange, ...field } }) => (
            <MoneyField
              {...field}
              label="Unit cost"
              required
              value={value ?? null}
              error={errors.unit_cost?.message}
              onChange={(pesos) => onChange(pesos ?? undefined)}
            />
          )}
        />
      ) : null}
    </FormDialog>
  );
}
