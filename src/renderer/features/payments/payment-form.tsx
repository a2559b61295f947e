import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { Add20Regular, Save20Regular } from '@fluentui/react-icons';
import { useEffect, type FormEvent, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import type { Payment } from '#contract/payments.ts';
import { formatMoney } from '#domain/money.ts';
import { notTakenOffline, statusOffline } from '#domain/offline-sales.ts';
import { countingPayments, needsReference, paymentMethodLabels, type Tender } from '#domain/payments.ts';
import { UNDO } from '#renderer/lib/keyboard-scanner.ts';
import { usePastePictures } from '#renderer/lib/use-paste-pictures.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { ChoiceButtons } from '#renderer/ui/choice-buttons.tsx';
import { DateField } from '#renderer/ui/date-field.tsx';
import { Row } from '#renderer/ui/layout.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { useMedia } from '#renderer/ui/use-media.ts';
import { FIELD_GAP } from '#renderer/ui/field-grid.ts';
import { useWidth } from '#renderer/ui/use-width.ts';
import { palette, type } from '#renderer/ui/theme.ts';
import { ReferenceWarning, useReferenceUse } from './reference-warning.tsx';
import { ScreenshotField, ScreenshotTrouble } from './screenshot-field.tsx';
import { MIDDLE, NARROW, NARROW_WIDTH, SLIM } from './form-widths.ts';
import { LOW, LOW_WINDOW } from './low-window.ts';
import { useFocusOnError } from '#renderer/ui/use-focus-on-error.ts';
import { notTakenText } from './methods-taken.ts';
import { methodIcons } from './payment-text.tsx';
import { QuickCash } from './quick-cash.tsx';
import { methodKey } from './use-payment-keys.ts';
import type { PaymentEntryState } from './use-payment-entry.ts';

const useStyles = makeStyles({
  card: {
    containerType: 'inline-size',
    flexShrink: 0,
    [LOW]: {
      '& > :first-child': { minHeight: 0, padding: '8px 20px' },
      '& > :last-child': { padding: '0 20px 12px' },
    },
    [SLIM]: { '& > :first-child': { flexWrap: 'wrap', gap: '8px' } },
  },
  form: { display: 'flex', flexDirection: 'column', gap: '12px', [LOW]: { gap: '8px' } },
  fields: {
    display: 'grid',
    gridTemplateColumns: '208px minmax(0, 1fr)',
    gap: '12px 16px',
    // Leaves room for an error line above the next label.
    marginBottom: '10px',
    [NARROW]: { gridTemplateColumns: 'minmax(0, 1fr)', rowGap: FIELD_GAP },
    [LOW]: { marginBottom: '14px' },
  },
  withReference: { [MIDDLE]: { gridTemplateColumns: '176px minmax(0, 1fr)' } },
  withDate: {
    gridTemplateColumns: '208px minmax(0, 1fr) 232px',
    [MIDDLE]: {
      gridTemplateColumns: '168px minmax(0, 1fr) 152px',
      // Runs below the date: a second line would reach the next row.
      '& [id$="-hint"]': { whiteSpace: 'nowrap' },
    },
  },
  cashWithDate: {
    gridTemplateColumns: '208px 232px minmax(0, 1fr)',
    [MIDDLE]: { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)' },
  },
  /** Runs below quick cash: a second line would move the form. */
  cashAmount: { '& [id$="-error"]': { whiteSpace: 'nowrap', [SLIM]: { whiteSpace: 'normal' } } },
  ownRow: { gridColumnStart: 1, gridColumnEnd: -1 },
  notTaken: { ...type.metaStrong, margin: '-4px 0', color: palette.danger },
  last: {
    display: 'flex',
    alignItems: 'flex-end',
    gap: '16px',
    [NARROW]: { gap: '8px' },
    [SLIM]: { flexWrap: 'wrap', '& > button': { flexGrow: 1 } },
  },
  notes: { flexGrow: 1, minWidth: 0, [SLIM]: { flexBasis: '100%' } },
  /** The same width with and without the proposal below it, so that its neighbours do not move under the pointer. */
  save: { display: 'flex', flexDirection: 'column', alignItems: 'center', minWidth: '96px' },
});

type PaymentFormProps = {
  entry: PaymentEntryState;
  transactionId: number;
  /** The sale's payments. */
  payments: readonly Payment[];
  methods: readonly Tender[];
  today: string;
  /** Why no payment is taken here now. */
  closed: string | null;
  /** Why payments are not saved one by one, and screenshots not added; null while the server can be reached. */
  offline: { save: string; screenshot: string } | null;
  busy: boolean;
  amountRef: RefObject<HTMLInputElement | null>;
  onSave: () => void;
};

/** Returns why nothing can be saved of what the form has, and what is proposed. */
function takingOf({ entry, methods, closed, offline }: PaymentFormProps) {
  const { row } = entry;
  const whyNot = offline ? notTakenOffline : notTakenText;
  const notTaken = closed ?? (methods.includes(row.method) ? null : whyNot(row.method));
  const noAmount = notTaken ?? (entry.entry.amount > 0 ? null : 'Enter an amount first');
  return {
    notTaken,
    noAmount,
    /** Each button that takes a proposed amount names it. */
    proposal: entry.isProposed && noAmount === null ? formatMoney(entry.entry.amount, 'payment') : null,
    /** Only a typed amount can be parked: otherwise a second click would park the next proposal. */
    nothingTyped: notTaken ?? (entry.isProposed ? 'Type an amount first' : noAmount),
  };
}

/** The form for a new payment; its fields depend on the method, its place does not change. */
export function PaymentForm(props: PaymentFormProps) {
  const { entry, methods, offline, busy, amountRef, onSave } = props;
  const styles = useStyles();
  const { row, errors, screenshot } = entry;
  const form = useFocusOnError(errors);
  const isCash = !needsReference(row.method);
  usePastePictures({ isActive: !isCash && offline === null }, ([picture]) => {
    if (picture) screenshot.choose(picture);
  });
  const { notTaken, noAmount, proposal, nothingTyped } = takingOf(props);
  // Selects the proposal in the focused field, so that typing replaces it.
  useEffect(() => {
    const field = amountRef.current;
    if (proposal !== null && field === document.activeElement) field?.select();
  }, [proposal, amountRef]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (notTaken !== null) return;
    if (offline) entry.showErrors({ amount: offline.save });
    else onSave();
  };
  const addAnother = () => {
    if (nothingTyped === null && !busy)
      void entry.park().then((isParked) => isParked && amountRef.current?.focus());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey) return;
    if (event.shiftKey && !event.repeat) {
      event.preventDefault();
      addAnother();
    } else if (event.target instanceof HTMLInputElement && proposal !== null) {
      // Nobody typed this amount: it is taken where it is named.
      event.preventDefault();
      entry.showErrors({ amount: `Type an amount, or take ${proposal} with Ctrl+Enter` });
    }
  };
  return (
    <Card
      className={styles.card}
      title="New payment"
      side={<StatusChoice entry={entry} isOffline={offline !== null} />}
    >
      <form ref={form} className={styles.form} onSubmit={submit} onKeyDown={onKeyDown} noValidate>
        <ChoiceButtons
          even
          label="Payment method"
          value={row.method}
          choices={methods.map((method, place) => ({
            value: method,
            label: paymentMethodLabels[method],
            icon: methodIcons[method],
            keys: methodKey(place),
          }))}
          onChange={entry.choose}
        />
        {notTaken === null ? null : (
          <p role="alert" className={styles.notTaken}>
            {notTaken}
          </p>
        )}
        <MoneyFields {...props} />
        <LastRow entry={entry} offline={offline}>
          <Button
            size="till"
            icon={<Add20Regular />}
            title="Keeps this one, unsaved, and starts another: all are taken with the sale (Shift+Enter)"
            disabledReason={nothingTyped}
            disabled={busy}
            onClick={addAnother}
          >
            Another
          </Button>
          <Button
            type="submit"
            size="till"
            icon={<Save20Regular />}
            disabledReason={offline?.save ?? noAmount}
            disabled={busy}
          >
            <span className={styles.save}>
              Save Payment
              {proposal === null ? null : (
                <Text size="meta" figures tone="text2">
                  {' '}
                  {proposal}
                </Text>
              )}
            </span>
          </Button>
        </LastRow>
        {isCash ? null : <ScreenshotTrouble state={screenshot} />}
      </form>
    </Card>
  );
}

/** Returns the status that a row gets: without the server, that which is certain. */
const statusOf = ({ row }: PaymentEntryState, isOffline: boolean) =>
  isOffline ? statusOffline(row) : row.status;

function StatusChoice({ entry, isOffline }: { entry: PaymentEntryState; isOffline: boolean }) {
  return (
    <Row gap={12} align="center">
      <Text size="body" tone="text3">
        Status
      </Text>
      <ChoiceButtons
        label="Status"
        value={statusOf(entry, isOffline)}
        choices={[
          {
            value: 'completed',
            label: 'Completed',
            disabled: isOffline && needsReference(entry.row.method),
          },
          { value: 'pending', label: 'Pending' },
        ]}
        onChange={(status) => entry.change({ status })}
      />
    </Row>
  );
}

/** The amount, and what belongs to it: its reference, or the bills that are handed over, and its date. */
function MoneyFields({ entry, transactionId, payments, today, offline, amountRef }: PaymentFormProps) {
  const styles = useStyles();
  const { row, errors, change } = entry;
  const usedIn = useReferenceUse(row.method, row.reference_number, transactionId, [
    ...countingPayments(payments),
    ...entry.waiting,
  ]);
  const isCash = !needsReference(row.method);
  const isPending = statusOf(entry, offline !== null) === 'pending';
  const isLow = useMedia(LOW_WINDOW);
  const expected = isPending ? (
    <DateField
      label="Expected date"
      size={48}
      placeholder={isLow ? 'Optional' : undefined}
      today={today}
      min={today}
      value={row.expectedDate || null}
      error={errors.expected_date}
      onChange={(date) => change({ expectedDate: date ?? '' })}
    />
  ) : null;
  return (
    <div
      className={mergeClasses(
        styles.fields,
        !isCash && styles.withReference,
        isPending && styles.withDate,
        isPending && isCash && styles.cashWithDate,
      )}
    >
      <TextField
        ref={amountRef}
        className={isCash && !isPending ? styles.cashAmount : undefined}
        label="Amount"
        amount
        size={48}
        prefix="₱"
        inputMode="decimal"
        autoComplete="off"
        value={row.amountText}
        error={errors.amount}
        onFocus={(event) => event.target.select()}
        onChange={({ target, nativeEvent }) =>
          entry.typeAmount(target.value, nativeEvent instanceof InputEvent && nativeEvent.inputType === UNDO)
        }
      />
      {isCash ? (
        <>
          {expected}
          <div className={isPending ? styles.ownRow : undefined}>
            <QuickCash remaining={entry.remainingInCash} onChoose={entry.setAmount} />
          </div>
        </>
      ) : (
        <>
          <TextField
            label="Reference number"
            size={48}
            maxLength={100}
            autoComplete="off"
            value={row.reference_number}
            error={errors.reference_number}
            warning={usedIn ? <ReferenceWarning usedIn={usedIn} /> : null}
            onChange={(event) => change({ reference_number: event.target.value })}
          />
          {expected}
        </>
      )}
    </div>
  );
}

type LastRowProps = Pick<PaymentFormProps, 'entry' | 'offline'> & { children: ReactNode };

/** Notes and the screenshot, with the form's buttons (`children`) beside them. */
function LastRow({ entry, offline, children }: LastRowProps) {
  const styles = useStyles();
  const { row, errors, change, screenshot } = entry;
  const [measure, width] = useWidth();
  const isLow = useMedia(LOW_WINDOW);
  return (
    <div ref={measure} className={styles.last}>
      <TextField
        className={styles.notes}
        label="Notes"
        labelHidden={isLow}
        size={44}
        maxLength={1000}
        placeholder={isLow ? 'Notes (optional)' : 'Optional'}
        value={row.notes}
        error={errors.notes}
        onChange={(event) => change({ notes: event.target.value })}
      />
      {needsReference(row.method) ? (
        <ScreenshotField
          state={screenshot}
          isNarrow={width < NARROW_WIDTH}
          disabledReason={offline?.screenshot ?? null}
        />
      ) : null}
      {children}
    </div>
  );
}
