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

/** Prints one JSON line a figure, numbers to four digits. */
export function print(figure: Figure): void {
  const round = (_: string, value: unknown) =>
    typeof value === 'number' ? Number(value.toPrecision(4)) : value;
  console.log(JSON.stringify(figure, round));
}
