import type { KeyboardEvent } from 'react';

const steps: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Moves the focus inside a group with one tab stop: arrows wrap around, Home and End jump; returns the new index. */
export function moveWithArrows(event: KeyboardEvent<HTMLElement>, role: string): number | null {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>(`[role="${role}"]:not(:disabled)`)];
  const from = items.indexOf(event.target as HTMLElement);
  const step = steps[event.key];
  let to: number;
  if (step !== undefined) to = (from + step + items.length) % items.length;
  else if (event.key === 'Home') to = 0;
  else if (event.key === 'End') to = items.length - 1;
  else return null;
  event.preventDefault();
  items[to]?.focus();
  return to;
}
