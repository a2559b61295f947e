import { call, DEMO_PASSWORD } from '#tests/support/http.ts';
import {
  complete,
  findUnitRow,
  openPaidDraft,
  type WireHolds,
  type WireLock,
} from '#tests/support/selling.ts';
import { makeStaff } from '#tests/support/shop.ts';
import { atOnce, statuses, type Pair } from './pair.ts';

const GUESSES = 8;
const GUESSES_BORNE = 5;

const twoLocks: Pair = {
  name: 'lock | lock',
  outcomes: ['200 409', '409 200'],
  race: async ({ here, otherThere, takeUnits }, round) => {
    const [unitId] = await takeUnits(1);
    const path = `/pos/inventory/${unitId}/lock`;
    return statuses(
      ...(await atOnce(
        round,
        () => here.post(path),
        () => otherThere.post(path),
      )),
    );
  },
};

const lockSeen: Pair = {
  name: 'lock here, then lock, unlock and lock there',
  outcomes: ['200 409 200 200'],
  race: async ({ here, there, otherThere, shop, takeUnits }, _round, ledger) => {
    const [unitId] = await takeUnits(1);
    const path = `/pos/inventory/${unitId}/lock`;
    const mine = await here.post(path);
    const refused = await otherThere.post(path);
    ledger.check(refused.body.locked_by === shop.seller.name, 'The other server names another holder');
    const unlocked = await there.post(`/pos/inventory/${unitId}/unlock`);
    return statuses(mine, refused, unlocked, await otherThere.post(path));
  },
};

const twoDrafts: Pair = {
  name: 'draft of a unit | draft of it',
  outcomes: ['201 409', '409 201'],
  race: async ({ here, otherThere, takeUnits }, round) => {
    const units = await takeUnits(3);
    const forward = { items: units.map((inventory_item_id) => ({ inventory_item_id })) };
    const backward = { items: [...forward.items].reverse() };
    const post = (till: typeof here, body: object) => till.post('/transactions', body);
    return statuses(
      ...(await atOnce(
        round,
        () => post(here, forward),
        () => post(otherThere, backward),
      )),
    );
  },
};

const resumed: Pair = {
  name: 'draft resumed by another | complete',
  outcomes: ['200 409, locked', '409 200, sold'],
  race: async ({ here, otherThere, database, takeUnits }, round) => {
    const units = await takeUnits(1);
    const draft = await openPaidDraft(here, units);
    const [taken, completed] = await atOnce(
      round,
      () => otherThere.post<WireHolds>(`/transactions/${draft.id}/refresh-locks`, { resume: true }),
      () => complete(here, draft.id),
    );
    const { status } = await findUnitRow(database, units[0] ?? 0);
    return `${statuses(taken, completed)}, ${status}`;
  },
};

const lockNextTwice: Pair = {
  name: 'lock-next | lock-next with one key',
  outcomes: ['200 200, one unit'],
  race: async ({ here, there, shop }, round, ledger) => {
    const path = `/pos/variations/${shop.variation.id}/lock-next`;
    const send = (till: typeof here) => till.post<WireLock>(path, undefined, { key: `next-${round}` });
    const [one, two] = await atOnce(
      round,
      () => send(here),
      () => send(there),
    );
    const isSame = one.body.lockToken === two.body.lockToken;
    ledger.report.retries += 1;
    await here.post(`/pos/inventory/${one.body.inventoryItem.id}/unlock`);
    return `${statuses(one, two)}, ${isSame ? 'one unit' : 'two units'}`;
  },
};

const guesses: Pair = {
  name: 'eight wrong passwords | then the right one',
  outcomes: [`${GUESSES_BORNE} heard, 429 429`],
  race: async ({ database, shop, urls }) => {
    const { email } = await makeStaff(database, { store_id: shop.store.id });
    const login = (url: string, password: string) => call(url, 'POST', '/staff/login', { email, password });
    const answers = await Promise.all(
      Array.from({ length: GUESSES }, (_, no) => login(urls[no % 2] ?? '', 'not-the-password')),
    );
    const heard = answers.filter((answer) => answer.status === 401).length;
    const after = [await login(urls[0], DEMO_PASSWORD), await login(urls[1], DEMO_PASSWORD)];
    // All rounds come from this machine, so the limit by address would stop them.
    await database.write((writer) =>
      writer.deleteFrom('login_failures').where('subject', 'like', 'sign-in at %').execute(),
    );
    return `${heard} heard, ${statuses(...after)}`;
  },
};

/** Calls on units, and sign-ins: one server's changes are known to the other. */
export const holdPairs: readonly Pair[] = [twoLocks, lockSeen, twoDrafts, resumed, lockNextTwice, guesses];
