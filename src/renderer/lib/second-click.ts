/**
 * Milliseconds after a change of the screen in which a click belongs to the double click that caused it: what lies under
 * the pointer by then was never looked at.
 */
export const SECOND_CLICK = 500;
