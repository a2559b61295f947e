/** Returns a number of things as people read it: `1,732`. */
export const countText = (count: number): string => count.toLocaleString('en-PH');
