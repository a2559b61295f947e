import { QrCode20Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import type { PurchaseOrder } from '#contract/purchase-orders.ts';
import { qrCodes, qrQuantityForm } from '#contract/qr-codes.ts';
import { codesLeft, QR_BATCH_MAX } from '#domain/qr-codes.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { as, useContractForm } from '#renderer/lib/use-contract-form.ts';
import { FormDialog } from '#renderer/ui/form-dialog.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { ALL_GENERATED, codesText } from './qr-text.ts';

/** Generates up to a batch of codes for an order. */
function GenerateDialog({ order, onClose }: { order: PurchaseOrder; onClose: () => void }) {
  const left = codesLeft(order);
  const { run } = useRouteMutation(qrCodes.generateForOrder, {
    done: ({ quantity, batch_code }) => ({ title: `${codesText(quantity)} generated`, body: batch_code }),
    failed: 'Failed to generate QR codes',
  });
  const form = useContractForm(qrQuantityForm, {
    values: { quantity: Math.min(left, QR_BATCH_MAX) },
    send: async (body, { onError }) => {
      if (await run({ params: { orderId: order.id }, body }, onError)) onClose();
    },
  });
  return (
    <FormDialog
      form={form.state}
      title="Generate QR Codes"
      line={`${order.transaction_number}: ${codesText(left)} to generate`}
      submitLabel="Generate codes"
      onClose={onClose}
    >
      <TextField
        {...form.field('quantity', as.count)}
        label="Quantity"
        required
        size={44}
        inputMode="numeric"
        hint={`From 1 to ${QR_BATCH_MAX}: one batch is one sheet of labels.`}
      />
    </FormDialog>
  );
}

/** Returns the action on an order's page that generates codes, and its dialog. */
export function useGenerateCodes(order: PurchaseOrder) {
  const [isOpen, setOpen] = useState(false);
  return {
    action: {
      label: 'Generate QR Codes',
      icon: <QrCode20Regular />,
      disabledReason: codesLeft(order) === 0 ? ALL_GENERATED : null,
      onClick: () => setOpen(true),
    },
    dialog: isOpen ? <GenerateDialog order={order} onClose={() => setOpen(false)} /> : null,
  };
}
