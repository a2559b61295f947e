import { isDialogOpen } from './is-dialog-open.ts';

type Home = () => HTMLInputElement | null;

const homes: Home[] = [];

/** Sends typing without a focused element into this field; returns a function that stops it. */
export function takeTyping(home: Home): () => void {
  homes.push(home);
  return () => {
    homes.splice(homes.lastIndexOf(home), 1);
  };
}

/** Focuses and returns the field for such typing; null without one, or if an element has the focus. */
export function goHome(key: string): HTMLInputElement | null {
  const isNowhere = document.activeElement?.matches('body, main') ?? true;
  if (key === ' ' || !isNowhere || isDialogOpen()) return null;
  const field = homes.at(-1)?.() ?? null;
  field?.focus();
  return field;
}
