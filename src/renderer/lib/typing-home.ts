import { isDialogOpen } from './is-dialog-open.ts';

type Home = () => HTMLInputElement | null;

const homes: Home[] = [];

/** What is typed while nothing has the focus goes into this field from now on; returns how to stop. */
export function takeTyping(home: Home): () => void {
  homes.push(home);
  return () => {
    homes.splice(homes.lastIndexOf(home), 1);
  };
}

/** Gives the focus to the field that takes such typing, and returns it; null where nothing takes it, or something has the focus. */
export function goHome(key: string): HTMLInputElement | null {
  const isNowhere = document.activeElement?.matches('body, main') ?? true;
  if (key === ' ' || !isNowhere || isDialogOpen()) return null;
  const field = homes.at(-1)?.() ?? null;
  field?.focus();
  return field;
}
