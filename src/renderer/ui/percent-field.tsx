import { TextField, type TextFieldProps } from './text-field.tsx';

/** A percentage from 0 to 100 with at most two decimals. Spread `register(name, as.number)` into it. */
export function PercentField(field: Omit<TextFieldProps, 'type' | 'min' | 'max' | 'step' | 'suffix'>) {
  return <TextField {...field} type="number" min={0} max={100} step="any" autoComplete="off" suffix="%" />;
}
