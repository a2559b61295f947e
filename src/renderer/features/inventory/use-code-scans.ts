import { useEffect, useRef } from 'react';
import { normaliseCode, normaliseQrCode } from '#domain/barcodes.ts';
import { heldScans, takeScans } from '#renderer/lib/scans.ts';
import { codeFields, partFor, targetOf, type CodeField } from './code-fields.ts';

const fieldWithFocus = (): CodeField | null => {
  const name = document.activeElement?.getAttribute('name');
  return codeFields.find((field) => field === name) ?? null;
};

type Filling = {
  isEmpty: (field: CodeField) => boolean;
  /** Units come by their labels: see `targetOf`. */
  byLabel?: boolean;
  fill: (field: CodeField, code: string) => void;
};

/** Puts what is scanned into the field that has the focus, or into the one that it looks like. */
export function useCodeScans(filling: Filling): void {
  const latest = useRef(filling);
  useEffect(() => {
    latest.current = filling;
  });
  useEffect(() => {
    const take = (scanned: string) => {
      const code = normaliseCode(scanned);
      const field = targetOf(code, fieldWithFocus(), { byLabel: false, ...latest.current });
      latest.current.fill(field, field === 'qr_code' ? normaliseQrCode(code) : partFor(field, code));
    };
    // What was scanned while the form was on its way is its, too.
    for (const code of heldScans()) take(code);
    return takeScans(take);
  }, []);
}
