import { useState, type Ref } from 'react';
import { amountProblem, centavosToPesos, formatAmount, parsePesos, pesosToCentavos } from '#domain/money.ts';
import { trimmed } from '#domain/plain-text.ts';
import { TextField, type TextFieldProps } from './text-field.tsx';

export type MoneyFieldProps = Omit<TextFieldProps, 'value' | 'onChange' | 'type' | 'prefix' | 'ref'> & {
  ref?: Ref<HTMLInputElement>;
  /** In pesos, as forms hold it; null when empty, NaN for text that is no amount, which the form's rules refuse. */
  value: number | null;
  onChange: (pesos: number | null) => void;
};

const isAmount = (pesos: number | null) => pesos !== null && !Number.isNaN(pesos);
const isSame = (a: number | null, b: number | null) => a === b || (!isAmount(a) && !isAmount(b));

/** An amount in pesos, typed with or without commas. */
export function MoneyField({ value, onChange, ...field }: MoneyFieldProps) {
  // The typed text while the user types, then the formatted amount.
  const [typed, setTyped] = useState<{ text: string; pesos: number | null } | null>(null);
  const shown = typed && isSame(typed.pesos, value) ? typed.text : null;
  const written = value === null || Number.isNaN(value) ? '' : formatAmount(pesosToCentavos(value));
  return (
    <TextField
      {...field}
      prefix="₱"
      inputMode="decimal"
      autoComplete="off"
      // A value set meanwhile, such as by a scan, replaces the typed text.
      value={shown ?? written}
      error={field.error && (amountProblem(shown ?? '') ?? field.error)}
      onFocus={(event) => event.target.select()}
      onChange={(event) => {
        const text = event.target.value;
        const centavos = parsePesos(text);
        const pesos = trimmed(text) === '' ? null : centavos === null ? NaN : centavosToPesos(centavos);
        setTyped({ text, pesos });
        onChange(pesos);
      }}
      onBlur={(event) => {
        if (!Number.isNaN(value)) setTyped(null);
        field.onBlur?.(event);
      }}
    />
  );
}
