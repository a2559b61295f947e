/**
 * Milliseconds after a change of the screen in which a click belongs to the double click that caused it: the user has
 * not seen yet what is under the pointer.
 */
export const SECOND_CLICK = 500;

/** True if the system counted a click as the second of a double click, however long the screen took over the first. */
export const isSecondClick = ({ detail }: { detail: number }): boolean => detail > 1;
