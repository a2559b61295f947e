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

const printed: Figure[] = [];

const toFourDigits = (_: string, value: unknown) =>
  typeof value === 'number' ? Number(value.toPrecision(4)) : value;

/** Prints one JSON line a figure, numbers to four digits. */
export function print(figure: Figure): void {
  printed.push(figure);
  console.log(JSON.stringify(figure, toFourDigits));
}

/** Prints one JSON line for each figure that was printed more than once: the median and the worst of its runs. */
export function printWorst(): void {
  for (const [fig, figures] of Map.groupBy(printed, (each) => each.fig)) {
    const [first] = figures;
    if (!first || figures.length === 1) continue;
    const worst = first.unit === 'sales/s' ? Math.min : Math.max;
    const spreads = ['value', 'ratio', 'of_few_rows'].flatMap((name) => {
      const samples = figures.map((each) => each[name]).filter((each) => typeof each === 'number');
      return samples.length ? [[name, { median: median(samples), worst: worst(...samples) }] as const] : [];
    });
    const noisy = figures.filter((each) => each.noisy).length;
    const line = { worst_of: figures.length, fig, unit: first.unit, ...Object.fromEntries(spreads), noisy };
    console.log(JSON.stringify(line, toFourDigits));
  }
}
