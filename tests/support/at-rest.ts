/**
 * Whether the page stands as it is going to: for a moment after a dialog or menu closed, what is beside it is still
 * hidden from those who hear it; what fades in has not got its colours yet; and rows are dim until the next ones are
 * there. Spinners never end, and the seconds that a toast stays are counted by an animation that draws nothing.
 * It runs in the page, and so uses nothing from outside.
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
