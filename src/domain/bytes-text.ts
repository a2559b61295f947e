const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'];

/** Writes a number of bytes in the unit that gives it one to three digits before its point: `1.8 GB`. */
export function bytesText(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3));
  const value = bytes / 1000 ** step;
  return `${value.toFixed(step > 0 && value < 10 ? 1 : 0)} ${UNITS[step]}`;
}
