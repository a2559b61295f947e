import type { Ledger } from '#tests/support/proving.ts';
import type { TwoServers } from '#tests/support/two-servers.ts';

/** Calls that meet at two servers. */
export type Pair = {
  name: string;
  /** The outcomes it may have, as `race` names them. */
  outcomes: readonly string[];
  race: (servers: TwoServers, round: number, ledger: Ledger) => Promise<string>;
};

const LONGEST_LAG_MS = 6;

/** Begins a call a random moment later: chance decides which of two gets there first. */
const lagging = <T>(send: () => Promise<T>) =>
  new Promise<T>((resolve, reject) => {
    setTimeout(() => void send().then(resolve, reject), Math.random() * LONGEST_LAG_MS);
  });

/** Sends two calls at once, by turns with a lag of the one or of the other; returns them in the order given. */
export function atOnce<A, B>(
  round: number,
  first: () => Promise<A>,
  second: () => Promise<B>,
): Promise<[A, B]> {
  return round % 2 === 0 ? Promise.all([first(), lagging(second)]) : Promise.all([lagging(first), second()]);
}

/** The statuses of some answers, as one word. */
export const statuses = (...answers: readonly { status: number }[]) =>
  answers.map((answer) => answer.status).join(' ');
