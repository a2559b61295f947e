import { needsReference, paymentMethodLabels, type Tender } from '#domain/payments.ts';
import type { CalendarDate } from '#domain/calendar-dates.ts';
import { Columns, Stack } from '#renderer/ui/layout.tsx';
import { SelectField } from '#renderer/ui/select-field.tsx';
import { DateField } from '#renderer/ui/date-field.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { Text } from '#renderer/ui/text.tsx';
import type { EditErrors, PaymentDraft } from './payment-edit.ts';
import { ReferenceWarning, useReferenceUse } from './reference-warning.tsx';
import { ScreenshotField, ScreenshotTrouble } from './screenshot-field.tsx';
import type { ScreenshotState } from './use-screenshot.ts';

type EditPaymentFieldsProps = {
  draft: PaymentDraft;
  transactionId: number;
  mayChangeAmount: boolean;
  methods: readonly Tender[];
  today: CalendarDate;
  errors: EditErrors;
  screenshot: ScreenshotState;
  onChange: (changes: Partial<PaymentDraft>) => void;
};

/** The fields of an edited payment; one marked failed has its reason only. */
export function EditPaymentFields(props: EditPaymentFieldsProps) {
  const { draft, errors, screenshot, onChange } = props;
  const usedIn = useReferenceUse(draft.method, draft.reference, props.transactionId);
  const isReferred = needsReference(draft.method);
  if (draft.status === 'failed') {
    return (
      <TextField
        label="Reason"
        required
        size={44}
        maxLength={500}
        value={draft.reason}
        error={errors.reason}
        onChange={(event) => onChange({ reason: event.target.value })}
      />
    );
  }
  return (
    <>
      {props.mayChangeAmount ? (
        <Columns stacks columns="minmax(0, 1fr) minmax(0, 1fr)" gap={16}>
          <MethodField draft={draft} methods={props.methods} error={errors.method} onChange={onChange} />
          <TextField
            label="Amount"
            size={44}
            prefix="₱"
            inputMode="decimal"
            autoComplete="off"
            value={draft.amountText}
            error={errors.amount}
            onFocus={(event) => event.target.select()}
            onChange={(event) => onChange({ amountText: event.target.value })}
          />
        </Columns>
      ) : null}
      {isReferred || draft.status === 'pending' ? (
        <Columns stacks columns="minmax(0, 1fr) minmax(0, 1fr)" gap={16}>
          {isReferred ? (
            <TextField
              label="Reference number"
              size={44}
              maxLength={100}
              autoComplete="off"
              value={draft.reference}
              error={errors.reference_number}
              hint={usedIn ? <ReferenceWarning usedIn={usedIn} /> : null}
              onChange={(event) => onChange({ reference: event.target.value })}
            />
          ) : null}
          {draft.status === 'pending' ? (
            <DateField
              label="Expected date"
              size={44}
              today={props.today}
              min={props.today}
              value={draft.expectedDate || null}
              error={errors.expected_date}
              onChange={(date) => onChange({ expectedDate: date ?? '' })}
            />
          ) : null}
        </Columns>
      ) : null}
      <Columns stacks columns={isReferred ? 'minmax(0, 1fr) auto' : 'minmax(0, 1fr)'} gap={16}>
        <TextField
          label="Notes"
          size={44}
          maxLength={1000}
          placeholder="Optional"
          value={draft.notes}
          error={errors.notes}
          onChange={(event) => onChange({ notes: event.target.value })}
        />
        {isReferred ? (
          <Stack gap={4}>
            <Text size="bodyStrong" tone="text1">
              Screenshot
            </Text>
            <ScreenshotField state={screenshot} isNarrow={false} />
          </Stack>
        ) : null}
      </Columns>
      {isReferred ? <ScreenshotTrouble state={screenshot} /> : null}
    </>
  );
}

type MethodFieldProps = Pick<EditPaymentFieldsProps, 'draft' | 'methods' | 'onChange'> & {
  error: string | undefined;
};

/** Offers the store's methods, and the payment's own if the store no longer takes it. */
function MethodField({ draft, methods, error, onChange }: MethodFieldProps) {
  const offered = methods.includes(draft.method) ? methods : [draft.method, ...methods];
  return (
    <SelectField
      label="Method"
      size={44}
      value={draft.method}
      error={error}
      options={offered.map((method) => ({ value: method, label: paymentMethodLabels[method] }))}
      onChange={(event) => onChange({ method: event.target.value as Tender })}
    />
  );
}
