import { makeStyles } from '@fluentui/react-components';
import { ArrowSwap20Regular } from '@fluentui/react-icons';
import { useEffect, useState } from 'react';
import type { Transaction, TransactionItem } from '#contract/transactions.ts';
import type { Exchange } from '#domain/exchanges.ts';
import { formatMoney, type Centavos } from '#domain/money.ts';
import type { Disposition } from '#domain/refunds.ts';
import { numberOf } from '#domain/transactions.ts';
import { warrantyText } from '#domain/warranty.ts';
import { useLatest } from '#renderer/lib/use-latest.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Checkbox } from '#renderer/ui/checkbox.tsx';
import { DialogShell } from '#renderer/ui/dialog-shell.tsx';
import { FIELD_GAP } from '#renderer/ui/field-grid.ts';
import { Spread } from '#renderer/ui/layout.tsx';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { SubmitForm } from '#renderer/ui/submit-form.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { SendButton } from '#renderer/ui/unsaved-dialog.tsx';
import { RefundItems } from './refund-items.tsx';
import { previewRefund } from './refund-preview.ts';
import { goesTo, identifierOf, productOf, withoutUnitText } from './transaction-text.ts';
import { useReturning } from './use-returning.tsx';

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: FIELD_GAP },
});

/** Tells what pending payments mean for an exchange of some items, or of the last ones. */
const pendingText = (pending: Centavos, isLast: boolean): string => {
  const verified = 'Only what was verified pays for other items.';
  const amount = `${formatMoney(pending, 'transaction')} of its payments is pending`;
  return isLast
    ? `${amount} and will be marked failed: give it back yourself if it arrives after all. ${verified}`
    : `${amount}. ${verified}`;
};

/** Says why an item is not exchanged evenly while its sale is not paid, and what to do. */
const unpaidText = (due: Centavos, pending: Centavos): string =>
  pending > 0
    ? `${formatMoney(pending, 'transaction')} is still pending. Verify that payment first, or untick Under warranty.`
    : `${formatMoney(due, 'transaction')} is still due. Take that payment first, or untick Under warranty.`;

type ExchangeDialogProps = {
  transaction: Transaction;
  /** The exchange of this sale that was begun already. */
  begun: Exchange | null;
  /** The item that was scanned or chosen; null selects the item if only one is still with the customer. */
  preselected: TransactionItem | null;
  onBegin: (exchange: Exchange) => void;
  onClose: () => void;
};

/** The units that are ticked at first, each with where it goes. */
function tickedAtFirst(
  { begun, preselected }: Pick<ExchangeDialogProps, 'begun' | 'preselected'>,
  items: readonly TransactionItem[],
): Map<number, Disposition> {
  const before = begun?.items.map(({ id, disposition }) => [id, disposition] as const) ?? [];
  const scanned = preselected ? [preselected] : items.length === 1 && !begun ? items : [];
  return new Map([...scanned.map((item) => [item.id, goesTo(item)] as const), ...before]);
}

/** Begins an exchange: which units come back, where each goes, and why. What goes out is scanned at the till. */
export function ExchangeDialog(props: ExchangeDialogProps) {
  const { transaction, begun, onBegin, onClose } = props;
  const styles = useStyles();
  const returning = useReturning(transaction, {
    ticked: (items) => tickedAtFirst(props, items),
    reason: begun?.reason ?? '',
  });
  const { items, chosen, reason } = returning;
  const [wantsWarranty, setWantsWarranty] = useState(begun?.is_warranty ?? false);
  // Handed over once nothing is unsaved here any more: the page is left then.
  const [ready, setReady] = useState<Exchange | null>(null);
  const begin = useLatest(onBegin);
  useEffect(() => {
    if (ready) begin.current(ready);
  }, [ready, begin]);
  const preview = previewRefund(transaction, new Set(chosen.keys()));
  const [only, ...more] = items.filter(({ id }) => chosen.has(id));
  const isPaid = transaction.balance_due === 0 && preview.pending === 0;
  const mayBeEven = only !== undefined && more.length === 0;
  const isWarranty = mayBeEven && wantsWarranty;
  const whyNot = isWarranty && !isPaid ? unpaidText(transaction.balance_due, preview.pending) : null;

  const submit = () => {
    if (!returning.check('Choose the items that come back')) return;
    setReady({
      transaction_id: transaction.id,
      number: numberOf(transaction),
      reason: reason.trim(),
      is_warranty: isWarranty,
      amount: preview.amount,
      tax: { rate: transaction.tax_rate, pricesIncludeTax: transaction.prices_include_tax },
      items: items.flatMap((item) => {
        const disposition = chosen.get(item.id);
        if (!disposition) return [];
        const { product_variation: variation } = item.inventory_item;
        return {
          id: item.id,
          product_variation_id: variation.id,
          product_name: productOf(item),
          identifier: identifierOf(item),
          disposition,
          amount: preview.parts.get(item.id) ?? 0,
        };
      }),
    });
  };
  const toWarranty = (isIt: boolean) => {
    setWantsWarranty(isIt);
    // What is exchanged under its warranty has a fault.
    if (isIt && only && goesTo(only) !== 'none') returning.choose(new Map([[only.id, 'defective']]));
  };
  return (
    <DialogShell
      open
      isDirty={ready === null && reason.trim() !== (begun?.reason ?? '')}
      title={`Exchange items of ${numberOf(transaction)}`}
      onClose={onClose}
      footNote={
        whyNot ? (
          <Text size="label" tone="danger" role="alert">
            {whyNot}
          </Text>
        ) : null
      }
      foot={
        <>
          <Button size="till" onClick={onClose}>
            Cancel
          </Button>
          <SendButton
            appearance="primary"
            icon={<ArrowSwap20Regular />}
            disabledReason={whyNot}
            onClick={submit}
          >
            Scan what goes out
          </SendButton>
        </>
      }
    >
      <SubmitForm
        className={styles.form}
        disabled={whyNot !== null}
        errors={returning.reasonError}
        onSubmit={submit}
      >
        <RefundItems
          label="Items that come back"
          amountHead="Value"
          items={items}
          chosen={chosen}
          parts={preview.parts}
          onChange={returning.choose}
        />
        {returning.told}
        {mayBeEven ? (
          <div>
            <Checkbox
              label="Under warranty: for another of the same, nothing to pay"
              checked={isWarranty}
              onChange={(event) => toWarranty(event.target.checked)}
            />
            <Text as="p" size="label" tone="text3">
              {only.warranty ? `${warrantyText(only.warranty)}.` : 'Sold without warranty.'}
              {isWarranty ? ' It runs on for the new item.' : ''}
            </Text>
          </div>
        ) : null}
        {returning.reasonField}
        {preview.pending > 0 ? (
          <Text as="p" size="label" tone="orange">
            {pendingText(preview.pending, chosen.size === items.length)}
          </Text>
        ) : null}
        <Spread gap={16} align="start">
          <Text as="p" size="label" tone="text3">
            {withoutUnitText([...chosen.values()])} Only the difference is paid or goes back. Nothing is done
            before the exchange is completed at the till.
          </Text>
          <Text as="div" right role="status">
            <Text size="label" tone="text3" block>
              Value
            </Text>
            <MoneyText amount={preview.amount} surface="transaction" size="figure" />
          </Text>
        </Spread>
      </SubmitForm>
    </DialogShell>
  );
}
