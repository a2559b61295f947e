import { makeStyles } from '@fluentui/react-components';
import { unitCodeLabels, unitCodeFields, type UnitCodeField } from '#domain/receiving.ts';
import { unitCategories, type UnitCategory } from '#domain/transactions.ts';
import { unitCategoryLabels } from '#domain/units.ts';
import { Checkbox } from '#renderer/ui/checkbox.tsx';
import { Columns } from '#renderer/ui/layout.tsx';
import { SelectField } from '#renderer/ui/select-field.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { focusRing, palette, sizes, type } from '#renderer/ui/theme.ts';
import type { Line, LineChoices } from './receipt-draft.ts';
import { isPriceWrong } from './receipt-request.ts';
import { hasBothKinds } from './unit-doubts.ts';

const useStyles = makeStyles({
  root: { padding: `0 ${sizes.cardSide} 12px` },
  summary: {
    ...type.label,
    cursor: 'pointer',
    color: palette.text2,
    borderRadius: '4px',
    ':focus-visible': focusRing,
  },
  fields: { display: 'flex', flexDirection: 'column', gap: '12px', padding: '12px 0 4px' },
  numbers: { display: 'flex', flexWrap: 'wrap', gap: '4px 16px', margin: 0, padding: 0, border: 'none' },
});

const NOTES_MAX = 2000;
const categories = unitCategories.map((value) => ({ value, label: unitCategoryLabels[value] }));
const ratings = [
  { value: '', label: 'Not rated' },
  ...[5, 4, 3, 2, 1].map((rating) => ({ value: String(rating), label: `${rating} of 5` })),
];

const without = (numbers: readonly UnitCodeField[], field: UnitCodeField) =>
  numbers.filter((one) => one !== field);

/** Sums up a line's choices: `Used · 4 of 5 · serial number, IMEI`. */
function summaryOf(
  { needsNumber }: Line,
  { category, condition_rating, price, numbers, notes }: LineChoices,
): string {
  const named = unitCodeFields
    .filter((field) => numbers.includes(field))
    .map((field) => unitCodeLabels[field]);
  return [
    unitCategoryLabels[category],
    ...(condition_rating === null ? [] : [`${condition_rating} of 5`]),
    ...(price.trim() ? [`₱${price.trim()}`] : []),
    ...(needsNumber ? [named.join(', ')] : []),
    ...(notes.trim() ? ['with notes'] : []),
  ].join(' · ');
}

type LineFieldsProps = {
  line: Line;
  choices: LineChoices;
  /** True for people who may change prices. */
  mayPrice: boolean;
  onChange: (changes: Partial<LineChoices>) => void;
};

/** The choices for all units of a line: their condition, and which numbers are scanned. */
export function LineFields({ line, choices, mayPrice, onChange }: LineFieldsProps) {
  const styles = useStyles();
  return (
    <details className={styles.root}>
      <summary className={styles.summary}>{summaryOf(line, choices)}</summary>
      <div className={styles.fields}>
        <Columns stacks columns="minmax(0, 1fr) minmax(0, 1fr)" gap={12}>
          <SelectField
            label="Category"
            options={categories}
            value={choices.category}
            onChange={(event) => {
              const category = event.target.value as UnitCategory;
              onChange({ category, ...(category === 'new' ? { condition_rating: null, price: '' } : {}) });
            }}
          />
          {choices.category === 'new' ? null : (
            <SelectField
              label="Condition rating"
              options={ratings}
              value={choices.condition_rating === null ? '' : String(choices.condition_rating)}
              onChange={(event) =>
                onChange({ condition_rating: event.target.value ? Number(event.target.value) : null })
              }
            />
          )}
        </Columns>
        {line.needsNumber ? (
          <fieldset className={styles.numbers} aria-label="Scanned of each unit">
            {unitCodeFields
              .filter((field) => field !== 'qr_code' || line.hasLabels)
              .map((field) => {
                const isOn = choices.numbers.includes(field);
                return (
                  <Checkbox
                    key={field}
                    label={unitCodeLabels[field]}
                    checked={isOn}
                    // At least one number must tell the units from each other.
                    disabled={isOn && choices.numbers.length === 1}
                    onChange={() =>
                      onChange({
                        numbers: isOn ? without(choices.numbers, field) : [...choices.numbers, field],
                      })
                    }
                  />
                );
              })}
          </fieldset>
        ) : null}
        {line.needsNumber && hasBothKinds(choices) ? (
          <Checkbox
            label="IMEI comes first"
            checked={choices.isImeiFirst ?? false}
            onChange={(event) => onChange({ isImeiFirst: event.target.checked })}
          />
        ) : null}
        {mayPrice && choices.category !== 'new' ? (
          <TextField
            label="Price of each"
            prefix="₱"
            inputMode="decimal"
            autoComplete="off"
            hint="Empty: what the variation says for such units"
            error={isPriceWrong(choices.price) ? 'Type an amount' : undefined}
            value={choices.price}
            onChange={(event) => onChange({ price: event.target.value })}
          />
        ) : null}
        <TextField
          label="Notes of these units"
          maxLength={NOTES_MAX}
          value={choices.notes}
          onChange={(event) => onChange({ notes: event.target.value })}
        />
      </div>
    </details>
  );
}
