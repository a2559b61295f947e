/** `1 sale`, `12 sales`. */
export const salesText = (count: number): string =>
  count === 1 ? '1 sale' : `${count.toLocaleString('en-PH')} sales`;
