import { randomUUID } from 'node:crypto';
import type { KeptOpening, OfflineOpened, ShiftToOpen } from '#bridge/offline-sales.ts';
import { offlineOpening } from '#contract/offline-sales.ts';
import { offlineNumber, passedLimits } from '#domain/offline-sales.ts';
import { orRefused, readyAt, Refused, seriesOf, sha256, textOf, type MakingDeps } from './complete.ts';
import type { NewRow, Place } from './sales-file.ts';

const LATER = 'A shift can be opened when the server is back';

/**
 * Opens a shift in the till's file: its text has a number of the till's series and is sent before the sales that are made in it.
 * Once it returns, the opening is on the disk. One that waits already is answered again, if it is still the same.
 */
export const openShift = (deps: MakingDeps, shift: ShiftToOpen): OfflineOpened =>
  orRefused('shift', () => ({ opening: makeOpening(deps, shift) }));

function makeOpening(deps: MakingDeps, shift: ShiftToOpen): KeptOpening {
  const { file, clock } = deps;
  const { store_id, staff, amount, denominations, rules } = shift;
  const { credential, answered_at, made_at } = readyAt(deps, shift);
  const { till } = credential;
  const before = file.opening(till);
  if (before?.state === 'waiting') {
    if (before.opened_by.id === staff.id && before.amount === amount) return before;
    throw new Refused(`A shift is open at ${till.till_name} already: it waits to be sent`);
  }
  const [passed] = passedLimits(rules, { total: 0, payments: [], now: made_at, answeredAt: answered_at });
  if (passed?.kind === 'hours')
    throw new Refused(`The server was last reached more than ${rules.hours} h ago. ${LATER}`);
  if (passed) throw new Refused(LATER);

  const moments = clock.moments();
  const make = ({ no, previous_hash }: Place): NewRow => {
    const number = offlineNumber(seriesOf(credential), no);
    const key = randomUUID();
    const body = textOf(offlineOpening, {
      kind: 'shift',
      store_id,
      staff_id: staff.id,
      float_amount: amount,
      denominations,
      ...{ key, number, previous_hash, made_at, answered_at, till_clock: moments.wall },
    });
    return {
      kind: 'shift',
      ...{ key, number, store_id, made_at, body },
      hash: sha256(body),
      cart_key: `opening-${key}`,
      draft_id: null,
      completion_key: null,
      total: amount,
      change: 0,
      // A till one version older lists it as a sale: it reads this as its paper.
      receipt: JSON.stringify({ opened_by: staff, lines: [], payments: [] }),
    };
  };
  const { key } = file.add(seriesOf(credential), moments, make);
  const made = file.opening(till);
  if (made?.key !== key) throw new Error(`${key} was written and is not there`);
  return made;
}
