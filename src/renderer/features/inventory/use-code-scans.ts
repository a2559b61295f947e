import { useEffect, useRef } from 'react';
import { normaliseCode } from '#domain/barcodes.ts';
import { takeScans } from '#renderer/lib/scans.ts';
import { codeFields, fieldFor, partFor, type CodeField } from './code-fields.ts';

const fieldWithFocus = (): CodeField | null => {
  const name = document.activeElement?.getAttribute('name');
  return codeFields.find((field) => field === name) ?? null;
};

type Filling = {
  isEmpty: (field: CodeField) => boolean;
  fill: (field: CodeField, code: string) => void;
};

/** Puts what is scanned into the field that has the focus, or into the one that it looks like. */
export function useCodeScans(filling: Filling): void {
  const latest = useRef(filling);
  useEffect(() => {
    latest.current = filling;
  });
  useEffect(
    () =>
      takeScans((scanned) => {
        const code = normaliseCode(scanned);
        const field = fieldWithFocus() ?? fieldFor(code, latest.current.isEmpty);
        latest.current.fill(field, partFor(field, code));
      }),
    [],
  );
}
