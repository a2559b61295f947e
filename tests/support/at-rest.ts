/**
 * True if the page is at rest: just after a dialog or menu closed, the page beside it is still hidden from screen
 * readers; fading elements lack their final colours; and rows are dim until the next ones arrive. Ignores spinners, which
 * never end, and the animation that only counts a toast's seconds.
 * Runs in the page, and so uses nothing from outside.
 */
export function isAtRest(): boolean {
  const isOpen = document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null;
  const isHidden = document.querySelector(':is(header, h1):is([aria-hidden="true"], [aria-hidden="true"] *)');
  const isFading = document
    .getAnimations()
    .some(
      ({ playState, effect }) =>
        playState === 'running' &&
        effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY &&
        !(effect instanceof KeyframeEffect && effect.target?.matches('[data-timer-status]')),
    );
  const isDim = [...document.querySelectorAll('[aria-busy="true"] tbody')].some(
    (rows) => Number(getComputedStyle(rows).opacity) < 1,
  );
  return (isOpen || isHidden === null) && !isFading && !isDim;
}

/** A style sheet under which no toast closes because its time is up. */
export const TOASTS_STAY = '[data-timer-status] { animation-play-state: paused !important }';
