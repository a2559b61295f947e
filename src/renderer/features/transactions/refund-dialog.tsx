import { makeStyles } from '@fluentui/react-components';
import { ArrowSwap20Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import type { Transaction, TransactionItem } from '#contract/transactions.ts';
import { roundingText } from '#domain/cash-rounding.ts';
import { formatMoney, type Centavos } from '#domain/money.ts';
import { returnOf, returns, type Disposition } from '#domain/refunds.ts';
import { numberOf } from '#domain/transactions.ts';
import { useChainSettings } from '#renderer/app/chain-settings.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { DialogShell } from '#renderer/ui/dialog-shell.tsx';
import { Row, Spread } from '#renderer/ui/layout.tsx';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { FIELD_GAP } from '#renderer/ui/field-grid.ts';
import { SubmitForm } from '#renderer/ui/submit-form.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { windows } from '#renderer/ui/theme.ts';
import { AS_PAID, payoutsBy, WayBackFields } from '#renderer/ui/way-back-fields.tsx';
import { SendButton } from '#renderer/ui/unsaved-dialog.tsx';
import { handBackText, isInCash, joined } from './money-back-text.ts';
import { RefundItems } from './refund-items.tsx';
import { owedFor, previewRefund } from './refund-preview.ts';
import { goesTo, itemsText, withoutUnitText } from './transaction-text.ts';
import type { Refunding } from './use-refunding.ts';
import { useReturning } from './use-returning.tsx';

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: FIELD_GAP },
  /** Many items scroll by themselves: the amount, how it goes back and why it is less stay in sight. */
  items: {
    maxHeight: 'max(152px, 100vh - 560px)',
    flexShrink: 0,
    overflowY: 'auto',
    [windows.phone]: { maxHeight: 'none' },
    [windows.zoomed]: { maxHeight: 'none' },
  },
  /** The reason above how the money goes back; beside it in a low window. */
  more: {
    display: 'grid',
    gap: FIELD_GAP,
    [windows.zoomed]: {
      gridTemplateColumns: 'minmax(200px, 1fr) auto',
      alignItems: 'start',
      columnGap: '16px',
    },
    [windows.phone]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  /** Its lines are as wide as its fields. */
  how: { display: 'grid', gap: '8px', minWidth: 0, '& > p': { width: 0, minWidth: '100%' } },
  instead: { marginRight: 'auto' },
});

function whereUnitsGo(goingTo: readonly Disposition[]): string | null {
  const parts = returns.flatMap((disposition) => {
    const count = goingTo.filter((other) => other === disposition).length;
    if (count === 0) return [];
    const verb =
      count === 1
        ? disposition === 'available'
          ? 'returns'
          : 'is set aside'
        : disposition === 'available'
          ? 'return'
          : 'are set aside';
    return [`${itemsText(count)} ${verb} ${disposition === 'available' ? 'to inventory' : 'as defective'}`];
  });
  return parts.length > 0 ? `${joined(parts)}.` : null;
}

/** Tells what pending payments mean for a refund of some items, or of the last ones. */
function pendingText({ pending, later }: { pending: Centavos; later: Centavos }, isLast: boolean) {
  if (pending === 0) return null;
  const amount = formatMoney(pending, 'transaction');
  if (isLast) {
    return `${amount} of its payments is pending and will be marked failed: give it back yourself if it arrives after all.`;
  }
  return later > 0
    ? `${amount} of its payments is pending: once it is verified, ${formatMoney(later, 'transaction')} more goes back for these items.`
    : null;
}

type RefundDialogProps = {
  transaction: Transaction;
  hasTill: boolean;
  refunding: Refunding;
  /** The item selected at first; null selects the item if only one is still with the customer. */
  preselected: TransactionItem | null;
  /** Begins an exchange of these items instead; null where none can be done. */
  onExchange: (() => void) | null;
  onClose: () => void;
};

/** Refunds units: which ones, where each goes, why, and how the money goes back. */
export function RefundDialog(props: RefundDialogProps) {
  const { transaction, preselected, hasTill, refunding, onExchange, onClose } = props;
  const { busy, refund } = refunding;
  const styles = useStyles();
  const isOwed = owedFor(transaction) > 0;
  const returning = useReturning(transaction, {
    // With several items nothing is preselected; an owed amount can be paid back without any item.
    ticked: (left) => {
      const first = preselected ? [preselected] : left.length === 1 && !isOwed ? left : [];
      return new Map(first.map((item) => [item.id, goesTo(item)]));
    },
    isLocked: busy,
  });
  const { items, chosen, reason } = returning;
  const [way, setWay] = useState(AS_PAID);
  const { smallest_coin: coin } = useChainSettings();
  const preview = previewRefund(transaction, new Set(chosen.keys()), coin);
  const amountText = formatMoney(preview.amount, 'transaction');
  const otherWay = payoutsBy(way, preview.amount, coin);
  const { payouts, rounding } = otherWay ?? preview;

  const submit = () => {
    if (!returning.check(isOwed ? null : 'Choose the items to refund')) return;
    void refund({
      items: [...chosen].map(([id, disposition]) => returnOf({ id, disposition })),
      reason: reason.trim(),
      // The server refuses if the payouts differ from those shown: a payment may have changed meanwhile.
      known_payouts: payouts.map(({ method, amount }) => ({ method, amount })),
      ...(otherWay && { payouts: otherWay.payouts }),
    });
  };
  const isAnything = chosen.size > 0 || isOwed;
  // Said as soon as cash is chosen, before anything is typed.
  const whyNot = way.by === 'cash' || (isAnything && isInCash(payouts)) ? refunding.whyNoCash : null;
  const pending = chosen.size > 0 ? pendingText(preview, chosen.size === items.length) : null;
  const consequences = [
    preview.owed > 0
      ? `${formatMoney(preview.owed, 'transaction')} is for items that came back before their payment was verified.`
      : null,
    whereUnitsGo([...chosen.values()]),
    withoutUnitText([...chosen.values()]),
    isAnything ? (handBackText(payouts) ?? 'No money goes back: none of it was received.') : null,
    rounding > 0 ? `${roundingText(rounding)}.` : null,
    otherWay === null && preview.forUnits > 0
      ? `${formatMoney(preview.forUnits, 'transaction')} of it did not come in as cash.`
      : null,
    preview.isCapped && preview.amount > 0 ? 'No more than this is left of what was paid.' : null,
    hasTill && isInCash(payouts) ? 'The cash drawer opens.' : null,
    'This cannot be undone.',
  ];
  return (
    <DialogShell
      open
      locked={busy}
      isDirty={reason.trim() !== '' || way.reference.trim() !== ''}
      title={`Refund ${numberOf(transaction)}`}
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
          {onExchange ? (
            <Button
              className={styles.instead}
              size="till"
              appearance="subtle"
              icon={<ArrowSwap20Regular />}
              onClick={onExchange}
              disabled={busy}
            >
              Exchange instead
            </Button>
          ) : null}
          <Button size="till" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <SendButton appearance="danger" busy={busy} disabledReason={whyNot} onClick={submit}>
            {isAnything ? `Refund ${amountText}` : 'Refund'}
          </SendButton>
        </>
      }
    >
      <SubmitForm
        className={styles.form}
        disabled={busy || whyNot !== null}
        errors={returning.reasonError}
        onSubmit={submit}
      >
        {items.length > 0 ? (
          <div className={styles.items}>
            <RefundItems items={items} chosen={chosen} parts={preview.parts} onChange={returning.choose} />
          </div>
        ) : null}
        {returning.told}
        <div className={styles.more}>
          {returning.reasonField}
          <div className={styles.how}>
            <Spread wraps gap={16} align="start">
              <Row wraps gap={12} shrinks>
                <WayBackFields way={way} onChange={setWay} />
              </Row>
              <Row grows justify="end">
                <Text as="div" right role="status">
                  <Text size="label" tone="text3" block>
                    Refund amount
                  </Text>
                  <MoneyText amount={preview.amount} surface="transaction" size="figure" />
                </Text>
              </Row>
            </Spread>
          </div>
        </div>
        {pending ? (
          <Text as="p" size="label" tone="orange">
            {pending}
          </Text>
        ) : null}
        <Text as="p" size="label" tone="text3">
          {consequences.filter(Boolean).join(' ')}
        </Text>
      </SubmitForm>
      {refunding.asking}
    </DialogShell>
  );
}
