import { isNoisy, median, percentile, print } from './figures.ts';

// Growth of queries with the size of the shop: the same ones of a small and of a large shop, in turns.

/** Rounds; a short list of questions has more, for as many samples. */
const ROUNDS = 9;
const SAMPLES_MIN = 40;
/** The goals: the growth of p95 from one size to the other, and the time of a question in process. */
const GROWTH_MAX = 1.5;
const GROWTH_FREE_MS = 1;
const QUESTION_MAX_MS = 10;

/** A question to one shop, and its counterpart to the other. */
export type Asked = { name: string; ask: () => Promise<unknown> };
export type Pair = { small: readonly Asked[]; large: readonly Asked[] };

/** Returns the milliseconds of each question, one after the other. */
async function timesOf(questions: readonly Asked[]): Promise<number[]> {
  const times: number[] = [];
  for (const { ask } of questions) {
    const started = performance.now();
    await ask();
    times.push(performance.now() - started);
  }
  return times;
}

type Round = { small: number[]; large: number[] };

async function roundsOf({ small, large }: Pair): Promise<Round[]> {
  const round = async (): Promise<Round> => ({ small: await timesOf(small), large: await timesOf(large) });
  await round();
  const rounds: Round[] = [];
  while (rounds.length < Math.max(ROUNDS, SAMPLES_MIN / small.length)) rounds.push(await round());
  return rounds;
}

const p95 = (times: readonly number[]) => percentile(times, 0.95);
const goalOf = (small: number) => GROWTH_MAX * small + GROWTH_FREE_MS;

/** Returns each question by its median, the slowest first: one pause of the machine is not a slow question. */
function eachOf({ large }: Pair, rounds: readonly Round[]) {
  return large
    .map(({ name }, index) => ({
      name,
      small: median(rounds.map((round) => round.small[index] ?? 0)),
      large: median(rounds.map((round) => round.large[index] ?? 0)),
    }))
    .sort((a, b) => b.large - a.large);
}

/**
 * Prints figure 4 of a list asked in one way: p95 of the large shop against the small one's. Single questions that grew
 * too much are in `over`; `most` is the limit of a question, if that is a goal.
 */
export async function measureGrowth(name: string, pair: Pair, size: number, most = Number.POSITIVE_INFINITY) {
  const rounds = await roundsOf(pair);
  const all = rounds.flatMap((round) => round.large);
  const value = median(rounds.map((round) => p95(round.large)));
  const baseline = median(rounds.map((round) => p95(round.small)));
  const each = eachOf(pair, rounds);
  const [slowest] = each;
  const over = each.filter(({ small, large }) => large > goalOf(small) || large >= most);
  print({
    fig: `4 (${name})`,
    value,
    unit: `ms p95 of a question at ${size.toLocaleString('en')}`,
    baseline,
    ratio: median(rounds.map((round) => p95(round.large) / p95(round.small))),
    runs: all.length,
    p50: median(all),
    p95: p95(all),
    noisy: isNoisy(rounds.map((round) => p95(round.small))),
    goal: goalOf(baseline),
    met: value <= goalOf(baseline) && (slowest?.large ?? 0) < most,
    slowest: slowest?.large,
    slowest_question: slowest?.name,
    ...(over.length && {
      over: over.map((one) => `${one.name}: ${one.small.toFixed(2)} -> ${one.large.toFixed(2)}`),
    }),
  });
}

export const IN_PROCESS_MS = QUESTION_MAX_MS;
