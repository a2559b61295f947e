/** One measured figure: the subject against its baseline, side by side in one run. */
export type Figure = {
  fig: string;
  value: number;
  unit: string;
  baseline: number;
  ratio: number;
  runs: number;
  p50: number;
  p95: number;
  noisy: boolean;
} & Record<string, unknown>;

/** The value below which `share` (0 to 1) of the samples lie. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (samples: readonly number[]) => percentile(samples, 0.5);

/** True if the baseline varies by more than half: the machine was busy with other work. */
export const isNoisy = (baselines: readonly number[]) =>
  Math.max(...baselines) / Math.min(...baselines) > 1.5;

const round = (value: unknown) => (typeof value === 'number' ? Number(value.toPrecision(4)) : value);

/** Prints one JSON line a figure. */
export function print(figure: Figure): void {
  console.log(
    JSON.stringify(Object.fromEntries(Object.entries(figure).map(([name, value]) => [name, round(value)]))),
  );
}
