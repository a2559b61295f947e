import { ArrowUndo20Regular, CheckmarkCircle20Regular, Print20Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import { clearanceForm, tradeIns, type TradeIn } from '#contract/trade-ins.ts';
import { roundingText } from '#domain/cash-rounding.ts';
import { formatMoney } from '#domain/money.ts';
import { paymentMethodLabels } from '#domain/payments.ts';
import { emptyForm, useContractForm } from '#renderer/lib/use-contract-form.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { ConfirmDialog } from '#renderer/ui/confirm-dialog.tsx';
import { FormDialog } from '#renderer/ui/form-dialog.tsx';
import type { RowAction } from '#renderer/ui/row-menu.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { useTradeInSlip } from './use-trade-in-slip.ts';

const nameOf = ({ unit }: TradeIn) => `${unit.product_name}, ${unit.variation_name}`;

type DialogProps = { tradeIn: TradeIn; onClose: () => void };

/** Asks for the reference of the clearance: the unit is for sale then. */
function ClearDialog({ tradeIn, onClose }: DialogProps) {
  const { run } = useRouteMutation(tradeIns.clear, {
    done: `${nameOf(tradeIn)} is for sale`,
    failed: 'The trade-in was not cleared',
  });
  const form = useContractForm(clearanceForm, {
    values: emptyForm(clearanceForm),
    send: async (body, { onError }) => {
      if (await run({ params: { tradeInId: tradeIn.id }, body }, onError)) onClose();
    },
  });
  return (
    <FormDialog
      form={form.state}
      title="Clear this trade-in"
      line={`${nameOf(tradeIn)} is for sale from then on.`}
      submitLabel="Clear"
      onClose={onClose}
    >
      <TextField
        {...form.field('reference')}
        label="Reference"
        required
        autoFocus
        autoComplete="off"
        maxLength={100}
        hint="Of the clearance, such as the number of the certificate."
      />
    </FormDialog>
  );
}

/** Asks whether a unit goes back to its seller, who hands back what was paid. */
function GiveBackDialog({ tradeIn, onClose }: DialogProps) {
  const { busy, run } = useRouteMutation(tradeIns.giveBack, {
    done: `${nameOf(tradeIn)} went back to ${tradeIn.seller.name}`,
    failed: 'The item was not given back',
  });
  const { payout, seller } = tradeIn;
  const rounded = payout && payout.cash_rounding > 0 ? ` ${roundingText(payout.cash_rounding)}.` : '';
  const money = payout
    ? `${seller.name} hands back ${formatMoney(payout.amount, 'transaction')} (${paymentMethodLabels[payout.method]}).${rounded}`
    : 'Nothing was paid for it.';
  return (
    <ConfirmDialog
      open
      title="Give this item back?"
      consequence={`${nameOf(tradeIn)} leaves the stock. ${money}`}
      confirmLabel="Give Back"
      busy={busy}
      onConfirm={() => {
        void run({ params: { tradeInId: tradeIn.id } }).then((done) => done && onClose());
      }}
      onCancel={onClose}
    />
  );
}

/** Returns what can be done with a trade-in, and the dialog of the chosen action. */
export function useTradeInActions(may: (permission: 'inventory.edit' | 'inventory.create') => boolean) {
  const [asked, setAsked] = useState<{ tradeIn: TradeIn; act: 'clear' | 'give-back' } | null>(null);
  const printSlip = useTradeInSlip();
  const close = () => setAsked(null);
  const actionsFor = (tradeIn: TradeIn): RowAction[] => {
    const stands = tradeIn.is_on_hold || (tradeIn.given_back === null && tradeIn.unit.status === 'available');
    return [
      ...(tradeIn.is_on_hold && may('inventory.edit')
        ? [
            {
              label: 'Clear',
              icon: <CheckmarkCircle20Regular />,
              onClick: () => setAsked({ tradeIn, act: 'clear' as const }),
            },
          ]
        : []),
      {
        label: 'Print slip',
        icon: <Print20Regular />,
        onClick: () => void printSlip(tradeIn, { again: true }),
      },
      ...(stands && tradeIn.payment === null && may('inventory.create')
        ? [
            {
              label: 'Give back',
              icon: <ArrowUndo20Regular />,
              danger: true,
              onClick: () => setAsked({ tradeIn, act: 'give-back' as const }),
            },
          ]
        : []),
    ];
  };
  const Dialog = asked?.act === 'clear' ? ClearDialog : GiveBackDialog;
  return { actionsFor, dialog: asked ? <Dialog tradeIn={asked.tradeIn} onClose={close} /> : null };
}
