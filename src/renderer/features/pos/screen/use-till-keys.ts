import { useLayoutEffect } from 'react';
import { isDialogOpen } from '#renderer/lib/is-dialog-open.ts';
import { isTextField } from '#renderer/lib/is-text-field.ts';
import { useLatest } from '#renderer/lib/use-latest.ts';

export type TillKeys = Partial<
  Record<'F1' | 'F2' | 'F3' | 'F4' | 'F5' | 'F6' | 'F7' | 'F8' | 'F9' | 'F10' | 'F11', () => void>
>;

/** Handles the till's function keys while no text field has the focus and no dialog is open. */
export function useTillKeys(keys: TillKeys): void {
  const latest = useLatest(keys);
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const act = latest.current[event.key as keyof TillKeys];
      if (!act || event.repeat || isTextField(event.target) || isDialogOpen()) return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [latest]);
}
