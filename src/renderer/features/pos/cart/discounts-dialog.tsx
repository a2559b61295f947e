import { makeStyles } from '@fluentui/react-components';
import { Delete20Regular } from '@fluentui/react-icons';
import { useId, useRef, useState, type FormEvent } from 'react';
import { approvalRequest } from '#domain/approvals.ts';
import { cartTotals, type BelowFloor, type Cart, type CartLine } from '#domain/cart.ts';
import type { Centavos } from '#domain/money.ts';
import { discountLabel, discountParts, type Discount, type TaxRule } from '#domain/totals.ts';
import { lineKey } from '#domain/sale-line.ts';
import { Button } from '#renderer/ui/button.tsx';
import { CautionNote } from '#renderer/ui/caution-note.tsx';
import { ChoiceButtons } from '#renderer/ui/choice-buttons.tsx';
import { DialogShell } from '#renderer/ui/dialog-shell.tsx';
import { KeyCap, KeyHints } from '#renderer/ui/key-cap.tsx';
import { Columns, Stack } from '#renderer/ui/layout.tsx';
import { MoneyText, useMoneyText } from '#renderer/ui/money-text.tsx';
import { SelectField } from '#renderer/ui/select-field.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { palette, type, windows } from '#renderer/ui/theme.ts';
import { PHONE, useMedia, ZOOMED } from '#renderer/ui/use-media.ts';
import { useApproval } from '#renderer/ui/use-approval.tsx';
import { CloseButton, SendButton } from '#renderer/ui/unsaved-dialog.tsx';
import { useFirstFocus } from '#renderer/ui/use-first-focus.ts';
import { useFocusOnError } from '#renderer/ui/use-focus-on-error.ts';
import {
  checkDiscount,
  discountsOn,
  leftOf,
  withDiscounts,
  type CheckedDiscount,
  type DiscountEntry,
} from './discount-entry.ts';
import type { WorkingSale } from '../sale/working-sale.ts';
import type { DiscountTarget } from './cart-changes.ts';
import { useUnaddedDiscount } from './use-unadded-discount.ts';

const useStyles = makeStyles({
  /** In a low window the price stays in sight while the discount is typed. */
  stack: {
    display: 'flex',
    flexDirection: 'column',
    gap: '24px',
    [windows.lowAndWide]: { gap: '20px' },
  },
  what: {
    display: 'flex',
    flexDirection: 'column',
    gap: '24px',
    [windows.lowAndWide]: {
      display: 'grid',
      gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
      alignItems: 'end',
    },
  },
  preview: {
    ...type.body,
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    gap: '4px 16px',
    padding: '12px 16px',
    borderRadius: '8px',
    backgroundColor: palette.canvas,
    color: palette.text2,
    [windows.lowAndWide]: { gridTemplateColumns: 'repeat(2, auto minmax(0, 1fr))' },
  },
  pair: { display: 'contents' },
  change: {
    display: 'flex',
    justifyContent: 'flex-end',
    gap: '8px',
    alignItems: 'baseline',
    color: palette.text1,
  },
  none: { ...type.body, margin: '4px 0 0', color: palette.text3 },
  givenRow: {
    ...type.body,
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    minHeight: '48px',
    borderBottom: `1px solid ${palette.rowLine}`,
  },
  givenText: { flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' },
});

/** Windows in which the field for the item is no wider than a phone. */
const SMALL = `${PHONE}, ${ZOOMED}`;

const EMPTY: DiscountEntry = { type: 'percentage', value: '', reason: '' };

const codeOf = (line: CartLine) => line.imei ?? line.serial_number;

function nameOf(line: CartLine): string {
  return [line.product_name, line.variation_name, codeOf(line)].filter(Boolean).join(' · ');
}

/** Tells the lines of a cart apart where there is no room for all of the name. */
const shortNameOf = (line: CartLine) => `${line.product_name} · ${codeOf(line) ?? line.variation_name}`;

const baseOf = (cart: Cart, target: DiscountTarget) => leftOf(withDiscounts(cart, target, []), target);
const fullPrice = (cart: Cart, target: DiscountTarget) =>
  cart.lines.find((line) => lineKey(line) === target)?.price ?? baseOf(cart, 'cart');

type DiscountsDialogProps = {
  cart: Cart;
  tax: TaxRule;
  /** The key of the line that was added last: it is preselected. */
  highlighted: string | null;
  /** Returns the cart's draft, once it has one: a manager approves a discount for it. */
  draftId: () => Promise<number | undefined>;
  onDiscount: WorkingSale['discount'];
  onClose: () => void;
};

/** Keeps the fields of a new discount, and adds it. */
function useDiscounting({ cart, tax, highlighted, draftId, onDiscount, onClose }: DiscountsDialogProps) {
  const approval = useApproval('discount');
  const valueField = useRef<HTMLInputElement>(null);
  const asText = useMoneyText('cart');
  const lines = cart.lines.filter((line) => line.lost === null);
  const [wanted, setWanted] = useState<DiscountTarget>(highlighted ?? 'cart');
  const target = lines.some((line) => lineKey(line) === wanted) ? wanted : 'cart';
  const [entry, setEntry] = useState(EMPTY);
  /** The field that kept the last discount from being added. */
  const [failed, setFailed] = useState<{ field: string } | null>(null);
  const line = lines.find((each) => lineKey(each) === target);
  const given = discountsOn(cart, target);
  const checked = checkDiscount(cart, target, entry, {
    mayOverride: approval.isPossible,
    nameFloor: ({ product_name, floor }) => `The lowest price of ${product_name} is ${asText(floor)}`,
  });
  const { problem } = checked;
  const isShown = failed !== null || (entry.value !== '' && problem?.field === 'value');
  useUnaddedDiscount(cart, entry, onClose);

  const add = async ({ discount, isDeeper }: CheckedDiscount) => {
    if (!discount || problem) return setFailed({ field: problem?.field ?? 'value' });
    const { discount_amount: amount, total_amount } = cartTotals(checked.cart, tax);
    const what = [
      { label: 'On', value: line ? nameOf(line) : 'Whole cart' },
      { label: 'Discount', value: discountLabel(discount) },
      {
        label: 'Price',
        value: `${asText(leftOf(cart, target))} → ${asText(leftOf(checked.cart, target))}`,
      },
      { label: 'Total', value: asText(total_amount) },
    ];
    const isAsking = isDeeper && !approval.isAlone;
    // The facts name it in the cart's currency.
    const title = approvalRequest('discount');
    const approved = isAsking ? await approval.ask({ targetId: await draftId(), amount, title, what }) : {};
    if (!approved) return;
    onDiscount(target, [...given, discount], approved);
    setEntry({ ...EMPTY, type: entry.type });
    setFailed(null);
    valueField.current?.focus();
  };
  return {
    approval,
    valueField,
    lines,
    line,
    target,
    setTarget: setWanted,
    entry,
    change: (changes: Partial<DiscountEntry>) => setEntry({ ...entry, ...changes }),
    failed,
    given,
    checked,
    errorOf: (field: 'value' | 'reason') => (isShown && problem?.field === field ? problem.message : null),
    submit: (event: FormEvent) => {
      event.preventDefault();
      void add(checked);
    },
    remove: (place: number) => {
      onDiscount(
        target,
        given.filter((_, other) => other !== place),
      );
      valueField.current?.focus();
    },
  };
}

type Discounting = ReturnType<typeof useDiscounting>;

/** Adds and removes discounts of a line or the whole cart, and previews the price. */
export function DiscountsDialog(props: DiscountsDialogProps) {
  const { cart, tax, onClose } = props;
  const styles = useStyles();
  const formId = useId();
  const discounting = useDiscounting(props);
  const { approval, entry, target, given, checked } = discounting;
  useFirstFocus(discounting.valueField);
  const form = useFocusOnError(discounting.failed);
  const asText = useMoneyText('cart');
  const floorText = ({ product_name, floor }: BelowFloor) =>
    `Below the lowest price of ${product_name}, ${asText(floor)}.`;
  return (
    <DialogShell
      open
      isDirty={entry.value.trim() !== '' || entry.reason.trim() !== ''}
      onClose={onClose}
      title="Discounts"
      line="On one item, or on everything in the cart."
      footNote={
        <KeyHints>
          <KeyCap>Esc</KeyCap> close
        </KeyHints>
      }
      foot={
        <>
          <CloseButton>Done</CloseButton>
          <SendButton appearance="primary" type="submit" form={formId}>
            Add Discount
          </SendButton>
        </>
      }
    >
      <div className={styles.stack}>
        <form
          ref={form}
          id={formId}
          noValidate
          className={styles.stack}
          onSubmit={(event) => discounting.submit(event)}
        >
          <DiscountFields {...discounting} />
        </form>
        <Preview cart={cart} after={checked.cart} target={target} tax={tax} />
        {approval.isPossible && checked.belowFloor.length > 0 ? (
          <CautionNote role="status">
            {[...new Set(checked.belowFloor.map(floorText))].join(' ')}
            {checked.isDeeper && !approval.isAlone ? ' A manager approves it.' : null}
          </CautionNote>
        ) : null}
        <div>
          <Text as="h3" size="bodyStrong">
            {target === 'cart' ? 'On the whole cart' : 'On this item'}
          </Text>
          <GivenDiscounts given={given} base={fullPrice(cart, target)} onRemove={discounting.remove} />
        </div>
      </div>
      {approval.dialog}
    </DialogShell>
  );
}

/** The fields of a discount: what it is for, its kind, its size and its reason. */
function DiscountFields({ lines, line, target, setTarget, entry, change, errorOf, valueField }: Discounting) {
  const styles = useStyles();
  const isSmall = useMedia(SMALL);
  return (
    <>
      <div className={styles.what}>
        <SelectField
          label="Applies to"
          size={44}
          value={target}
          title={isSmall && line ? nameOf(line) : undefined}
          options={[
            { value: 'cart', label: 'Whole cart' },
            ...lines.map((each) => ({
              value: lineKey(each),
              label: isSmall ? shortNameOf(each) : nameOf(each),
            })),
          ]}
          onChange={({ target: { value } }) => setTarget(value)}
        />
        <ChoiceButtons
          label="Kind of discount"
          even
          choices={[
            { value: 'percentage', label: 'Percentage' },
            { value: 'fixed', label: 'Fixed amount' },
          ]}
          value={entry.type}
          onChange={(kind) => change({ type: kind })}
        />
      </div>
      <Columns
        stacks
        columns={isSmall ? 'repeat(2, minmax(0, 1fr))' : '240px minmax(0, 1fr)'}
        gap={24}
        align="start"
      >
        <TextField
          ref={valueField}
          label={entry.type === 'percentage' ? 'Percent off' : 'Amount off'}
          size={44}
          amount
          inputMode="decimal"
          autoComplete="off"
          suffix={entry.type === 'percentage' ? '%' : undefined}
          value={entry.value}
          error={errorOf('value')}
          onChange={(event) => change({ value: event.target.value })}
        />
        <TextField
          label="Reason"
          size={44}
          maxLength={200}
          autoComplete="off"
          value={entry.reason}
          error={errorOf('reason')}
          onChange={(event) => change({ reason: event.target.value })}
        />
      </Columns>
    </>
  );
}

type GivenDiscountsProps = {
  given: readonly Discount[];
  base: Centavos;
  onRemove: (place: number) => void;
};

/** The discounts that were given so far, with what each takes off. */
function GivenDiscounts({ given, base, onRemove }: GivenDiscountsProps) {
  const styles = useStyles();
  const parts = discountParts(base, given);
  if (given.length === 0) return <p className={styles.none}>No discount yet.</p>;
  return (
    <Stack as="ul" aria-label="Discounts given">
      {given.map((discount, index) => (
        <li key={index} className={styles.givenRow}>
          <span className={styles.givenText}>{discountLabel(discount)}</span>
          <MoneyText amount={-(parts[index] ?? 0)} surface="cart" tone="saving" />
          <Button
            size="till"
            appearance="subtle"
            icon={<Delete20Regular />}
            label={`Remove ${discountLabel(discount)}`}
            onClick={() => onRemove(index)}
          />
        </li>
      ))}
    </Stack>
  );
}

type PreviewProps = { cart: Cart; after: Cart; target: DiscountTarget; tax: TaxRule };

/** Shows the totals of the line and of the whole sale with its tax. */
function Preview({ cart, after, target, tax }: PreviewProps) {
  const styles = useStyles();
  const cartLabel = tax.pricesIncludeTax ? 'Cart, tax included' : 'Cart before tax';
  const rows = [
    {
      label: target === 'cart' ? cartLabel : 'This item',
      from: leftOf(cart, target),
      to: leftOf(after, target),
    },
    {
      label: 'Total',
      from: cartTotals(cart, tax).total_amount,
      to: cartTotals(after, tax).total_amount,
    },
  ];
  return (
    <div className={styles.preview} role="status" aria-label="Preview">
      {rows.map(({ label, from, to }) => (
        <div key={label} className={styles.pair}>
          <span>{label}</span>
          <span className={styles.change}>
            {from === to ? null : <MoneyText amount={from} surface="cart" tone="struck" />}
            <MoneyText amount={to} surface="cart" size="strong" />
          </span>
        </div>
      ))}
    </div>
  );
}
