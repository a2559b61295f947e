import { SelectField } from '#renderer/ui/select-field.tsx';
import { VariationField, type ChosenVariation } from '#renderer/ui/variation-field.tsx';
import type { ProposedUnit } from './label-note.tsx';

type ProductOfUnitProps = {
  value: ChosenVariation | null;
  /** What it may be by its label; null for one without. */
  choices: ProposedUnit['choices'] | null;
  onChange: (chosen: ChosenVariation | null, cost?: number) => void;
  error: string | undefined;
};

/** What a new unit is: any product, or what is to come of the order of its label. */
export function ProductOfUnit({ value, choices, onChange, error }: ProductOfUnitProps) {
  if (!choices)
    return <VariationField required value={value} onChange={(chosen) => onChange(chosen)} error={error} />;
  return (
    <SelectField
      label="Product variation"
      required
      error={error}
      options={[
        ...(value ? [] : [{ value: '', label: 'Choose what came' }]),
        ...choices.map(({ id, product, name }) => ({ value: String(id), label: `${product.name}, ${name}` })),
      ]}
      value={value === null ? '' : String(value.id)}
      onChange={(event) => {
        const chosen = choices.find(({ id }) => String(id) === event.target.value) ?? null;
        onChange(chosen, chosen?.cost);
      }}
    />
  );
}
