/** The exit code of a program that is to be started again. */
export const RELAUNCH = 75;
