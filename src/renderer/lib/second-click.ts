/**
 * Milliseconds after a change of the screen in which a click belongs to the double click that caused it: what lies under
 * the pointer by then was never looked at.
 */
export const SECOND_CLICK = 500;

/** Whether the system counted a click as the second one of a double click, however long the screen took over the first. */
export const isSecondClick = ({ detail }: { detail: number }): boolean => detail > 1;
