/** `1 unit`, `1,200 units`. */
export const unitsWords = (count: number) =>
  count === 1 ? '1 unit' : `${count.toLocaleString('en-PH')} units`;
