// Imports nothing of the product: a fault of it must not hide in its judge.

/** One call in a history: what was asked, and what was answered. */
export type Operation<Input, Output> = {
  /** When it was sent, and when its answer came: null if none ever came, so that it may have been done at any time, or never. */
  called: number;
  returned: number | null;
  input: Input;
  /** Null without an answer. */
  output: Output | null;
};

/** The sequential specification of an object: its states, and the answers of its calls one after the other. */
export type Model<State, Input, Output> = {
  first: State;
  /** Returns the answer of a call in a state, and the state after it. */
  does: (state: State, input: Input) => { output: Output; state: State };
};

/** Null if a history is linearizable; else the calls that went well in the best order, and those of which none fits next. */
export type Violation<Input, Output> = {
  order: readonly Operation<Input, Output>[];
  stuck: readonly Operation<Input, Output>[];
} | null;

/** A sending or an answer, in a list from which operations are taken out and put back. */
type Entry<Input, Output> = {
  operation: Operation<Input, Output>;
  no: number;
  /** The answer's entry of a sending; null of an answer, and without one. */
  answer: Entry<Input, Output> | null;
  isAnswer: boolean;
  before: Entry<Input, Output> | null;
  after: Entry<Input, Output> | null;
};

const timeOf = <I, O>({ isAnswer, operation }: Entry<I, O>) =>
  isAnswer ? (operation.returned ?? Infinity) : operation.called;

/** Links sendings and answers in the order of time; at one moment a sending comes first, which permits more. */
function listOf<I, O>(operations: readonly Operation<I, O>[]): Entry<I, O> {
  const entries = operations.flatMap((operation, no): Entry<I, O>[] => {
    const entry = { operation, no, before: null, after: null };
    if (operation.returned === null) return [{ ...entry, answer: null, isAnswer: false }];
    const answer = { ...entry, answer: null, isAnswer: true };
    return [{ ...entry, answer, isAnswer: false }, answer];
  });
  entries.sort((a, b) => timeOf(a) - timeOf(b) || Number(a.isAnswer) - Number(b.isAnswer));
  const [operation] = operations;
  if (!operation) throw new Error('A history without operations');
  const head: Entry<I, O> = { operation, no: -1, answer: null, isAnswer: false, before: null, after: null };
  let last = head;
  for (const entry of entries) {
    [last.after, entry.before] = [entry, last];
    last = entry;
  }
  return head;
}

function takeOut<I, O>(entry: Entry<I, O>): void {
  for (const { before, after } of entry.answer ? [entry, entry.answer] : [entry]) {
    if (before) before.after = after;
    if (after) after.before = before;
  }
}

function putBack<I, O>(entry: Entry<I, O>): void {
  for (const each of entry.answer ? [entry.answer, entry] : [entry]) {
    if (each.before) each.before.after = each;
    if (each.after) each.after.before = each;
  }
}

const textOf = (value: unknown) => JSON.stringify(value);

/**
 * Looks for an order of all answered calls in which each answers what the model does, and in which a call that was answered
 * before another one was sent comes before it: Wing and Gong's search, with Lowe's memory of the sets of calls and the states
 * that led nowhere.
 */
export function checkHistory<State, Input, Output>(
  model: Model<State, Input, Output>,
  operations: readonly Operation<Input, Output>[],
): Violation<Input, Output> {
  let left = operations.filter(({ returned }) => returned !== null).length;
  if (left === 0) return null;
  const head = listOf(operations);
  const done = operations.map(() => '0');
  const seen = new Set<string>();
  const path: { entry: Entry<Input, Output>; state: State; isChange: boolean }[] = [];
  let best: NonNullable<Violation<Input, Output>> = { order: [], stuck: operations };
  let state = model.first;
  let entry = head.after;
  while (left > 0) {
    if (entry && !entry.isAnswer) {
      const { input, output, returned } = entry.operation;
      const next = model.does(state, input);
      const isRight = returned === null || textOf(next.output) === textOf(output);
      done[entry.no] = '1';
      const place = `${done.join('')} ${textOf(next.state)}`;
      if (isRight && !seen.has(place)) {
        seen.add(place);
        path.push({ entry, state, isChange: textOf(next.state) !== textOf(state) });
        state = next.state;
        if (returned !== null) left -= 1;
        takeOut(entry);
        entry = head.after;
      } else {
        done[entry.no] = '0';
        entry = entry.after;
      }
      continue;
    }
    // An answer whose call is not in the order yet: nothing else may come before it.
    if (path.length >= best.order.length) {
      const stuck = [];
      for (let each = head.after; each && !each.isAnswer; each = each.after) stuck.push(each.operation);
      best = { order: path.map((step) => step.entry.operation), stuck };
    }
    const step = path.pop();
    if (!step) return best;
    ({ state } = step);
    done[step.entry.no] = '0';
    if (step.entry.operation.returned !== null) left += 1;
    putBack(step.entry);
    // One that changes nothing is always right as soon as it fits: no other order is better.
    entry = step.isChange ? step.entry.after : null;
  }
  return null;
}
