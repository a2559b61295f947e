import type { RefObject } from 'react';
import { TextField } from '#renderer/ui/text-field.tsx';
import type { ReceiptEmailState } from './use-receipt-email.ts';

type ReceiptEmailFieldProps = { state: ReceiptEmailState; inputRef: RefObject<HTMLInputElement | null> };

/** Edits the address that gets the receipt; empty sends none. */
export function ReceiptEmailField({ state, inputRef }: ReceiptEmailFieldProps) {
  return (
    <TextField
      ref={inputRef}
      type="email"
      label="Receipt email"
      size={44}
      maxLength={255}
      autoComplete="off"
      spellCheck={false}
      placeholder="Optional"
      value={state.email}
      error={state.error}
      onBlur={() => state.check()}
      onChange={(event) => state.change(event.target.value)}
    />
  );
}
