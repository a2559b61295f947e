const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

/** Splits an amount by weights with the largest remainder, ties to the earlier one. */
export function split(amount: number, weights: readonly number[]): number[] {
  const given = weights.some((weight) => weight > 0) ? weights : weights.map(() => 1);
  const total = BigInt(sum(given));
  const parts = given.map((weight, index) => {
    const product = BigInt(amount) * BigInt(weight);
    return { index, share: Number(product / total), remainder: product % total };
  });
  const left = amount - sum(parts.map(({ share }) => share));
  const first = parts.toSorted((a, b) =>
    a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1,
  );
  for (const part of first.slice(0, Math.max(0, left))) part.share += 1;
  return parts.map(({ share }) => share);
}
