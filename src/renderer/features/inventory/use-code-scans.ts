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
  /** True if units come by their labels: see `targetOf`. */
  byLabel?: boolean;
  fill: (field: CodeField, code: string) => void;
};

/** Puts a scanned code into the focused field, or into the one that fits it. */
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
    // Scans made while the form was loading belong to it.
    for (const code of heldScans()) take(code);
    return takeScans(take);
  }, []);
}
