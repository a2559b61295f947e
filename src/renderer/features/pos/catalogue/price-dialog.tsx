import { pos } from '#contract/pos.ts';
import { emptyForm, useContractForm } from '#renderer/lib/use-contract-form.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { DialogShell } from '#renderer/ui/dialog-shell.tsx';
import { FormDialog } from '#renderer/ui/form-dialog.tsx';
import { FormMoneyField } from '#renderer/ui/form-money-field.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { useApproval } from '#renderer/ui/use-approval.tsx';
import { SendButton } from '#renderer/ui/unsaved-dialog.tsx';

/** A scanned or chosen unit that is not sold until it has a price. */
export type Unpriced = { unitId: number; message: string };

type PriceDialogProps = {
  unpriced: Unpriced;
  /** Called once the unit has its price. */
  onPriced: (unitId: number) => void;
  onClose: () => void;
};

/** Asks for the price of a used unit, with a manager's approval for those who may not change prices. */
export function PriceDialog(props: PriceDialogProps) {
  const approval = useApproval('unit_price');
  if (!approval.isKnown) return null;
  if (approval.isPossible) return <PriceForm {...props} approval={approval} />;
  return (
    <DialogShell
      open
      width={480}
      title="This item has no price"
      onClose={props.onClose}
      foot={
        <SendButton appearance="primary" autoFocus onClick={props.onClose}>
          Close
        </SendButton>
      }
    >
      <Text as="p" size="body" tone="text2">
        {props.unpriced.message}. Somebody who may change prices gives it one under Inventory.
      </Text>
    </DialogShell>
  );
}

function PriceForm({
  unpriced: { unitId, message },
  approval,
  onPriced,
  onClose,
}: PriceDialogProps & { approval: ReturnType<typeof useApproval> }) {
  const { run } = useRouteMutation(pos.setPrice, {
    done: (answer) => answer.message,
    failed: 'The price was not set',
  });
  const form = useContractForm(pos.setPrice.body, {
    values: emptyForm(pos.setPrice.body, { own_price: null }),
    send: async (body, { onError }) => {
      const approved = await approval.ask({
        targetId: unitId,
        amount: body.own_price,
        what: [{ label: 'Item', value: message.replace(/ has no price yet$/, '') }],
      });
      if (approved && (await run({ params: { itemId: unitId }, body, ...approved }, onError)))
        onPriced(unitId);
    },
  });
  return (
    <FormDialog
      form={form.state}
      title="Give this item a price"
      line={`${message}.`}
      submitLabel="Set price"
      onClose={onClose}
    >
      <FormMoneyField control={form.control} name="own_price" label="Price" size={44} required autoFocus />
      {approval.dialog}
    </FormDialog>
  );
}
