import { checkHistory, type Model, type Operation } from './check.ts';

/** A call on one unit. People and sales have any names that are their own. */
export type UnitCall =
  | { what: 'lock' | 'unlock'; by: string }
  | { what: 'sell'; by: string; sale: string }
  | { what: 'refund'; sale: string }
  | { what: 'read' };

/** What is known of a unit. */
export type UnitState = { is: 'free' } | { is: 'held'; by: string } | { is: 'sold'; sale: string };

/** What a call was told: done or refused, or what a read has seen, which does not name the sale. */
export type UnitAnswer = 'done' | 'refused' | 'free' | 'sold' | `held by ${string}`;

const refused = (state: UnitState) => ({ output: 'refused' as const, state });
const done = (state: UnitState) => ({ output: 'done' as const, state });

/** A unit as a shop has it: one person holds it, who alone sells it, once, until that very sale is refunded. */
export const unit: Model<UnitState, UnitCall, UnitAnswer> = {
  first: { is: 'free' },
  does: (state, call) => {
    const isFreeFor = (by: string) => state.is === 'free' || (state.is === 'held' && state.by === by);
    switch (call.what) {
      case 'lock':
        return isFreeFor(call.by) ? done({ is: 'held', by: call.by }) : refused(state);
      case 'unlock':
        return state.is === 'held' && state.by === call.by ? done({ is: 'free' }) : refused(state);
      case 'sell':
        return state.is === 'held' && state.by === call.by
          ? done({ is: 'sold', sale: call.sale })
          : refused(state);
      case 'refund':
        return state.is === 'sold' && state.sale === call.sale ? done({ is: 'free' }) : refused(state);
      case 'read':
        return { output: state.is === 'held' ? `held by ${state.by}` : state.is, state };
    }
  },
};

export type UnitOperation = Operation<UnitCall, UnitAnswer>;

const wordsOf = ({ called, returned, input, output }: UnitOperation) =>
  `${Math.round(called)}–${returned === null ? '' : Math.round(returned)} ${JSON.stringify(input)} → ${JSON.stringify(output)}`;

/** Checks the history of each unit by itself, as units know nothing of each other; returns what cannot have been, in words. */
export function checkUnits(histories: ReadonlyMap<number, readonly UnitOperation[]>): string[] {
  return [...histories].flatMap(([id, operations]) => {
    const violation = checkHistory(unit, operations);
    if (!violation) return [];
    const list = (some: readonly UnitOperation[]) => some.map(wordsOf).join('; ');
    return [
      `unit ${id}: after ${list(violation.order.slice(-5)) || 'nothing'} none of these can come: ${list(violation.stuck.slice(0, 5))}`,
    ];
  });
}
