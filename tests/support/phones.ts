/** Returns a mobile number (`0917`, `123`, `4567`) in every spelling that is common in the Philippines. */
export function localSpellings(prefix: string, middle: string, end: string): string[] {
  const national = prefix.slice(1);
  return [
    `${prefix}${middle}${end}`,
    `${prefix} ${middle} ${end}`,
    `${prefix}-${middle}-${end}`,
    `(${prefix}) ${middle}-${end}`,
    `(${prefix})${middle}${end}`,
    `${prefix} ${middle}-${end}`,
    `+63${national}${middle}${end}`,
    `+63 ${national} ${middle} ${end}`,
    `+63-${national}-${middle}-${end}`,
    `+63 (${national}) ${middle}-${end}`,
    `+63 (0)${national} ${middle} ${end}`,
    `63${national}${middle}${end}`,
    `63 ${national} ${middle} ${end}`,
    `0063 ${national} ${middle} ${end}`,
    `${national} ${middle} ${end}`,
  ];
}
