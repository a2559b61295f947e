import type { Ledger } from '#tests/support/proving.ts';
import type { TwoServers } from '#tests/support/two-servers.ts';

/** Calls that meet at two servers. */
export type Pair = {
  name: string;
  /** The permitted outcomes, as `race` names them. */
  outcomes: readonly string[];
  race: (servers: TwoServers, round: number, ledger: Ledger) => Promise<string>;
};

const LONGEST_LAG_MS = 6;

/** Starts a call a random moment later: chance decides which of two arrives first. */
const lagging = <T>(send: () => Promise<T>) =>
  new Promise<T>((resolve, reject) => {
    setTimeout(() => void send().then(resolve, reject), Math.random() * LONGEST_LAG_MS);
  });

/** Sends two calls at once, with a lag of each in turn; returns the answers in the order given. */
export function atOnce<A, B>(
  round: number,
  first: () => Promise<A>,
  second: () => Promise<B>,
): Promise<[A, B]> {
  return round % 2 === 0 ? Promise.all([first(), lagging(second)]) : Promise.all([lagging(first), second()]);
}

/** Joins the statuses of some answers to one word. */
export const statuses = (...answers: readonly { status: number }[]) =>
  answers.map((answer) => answer.status).join(' ');
