import { expect, it } from 'vitest';
import { makeHashTurns, makeShares } from './hash-turns.ts';

const stranger = false;
const till = true;

/** Turns whose works end when they are told to; `started` names them in the order of their starts. */
function turnsOf(bounds: Parameters<typeof makeHashTurns>[0]) {
  const inTurn = makeHashTurns(bounds);
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (name: string, isKnown: boolean, who?: string) =>
    inTurn(
      isKnown,
      () => {
        started.push(name);
        return new Promise<void>((resolve) => ends.set(name, resolve));
      },
      who,
    );
  const end = async (name: string, asked: Promise<unknown>) => {
    await Promise.resolve();
    ends.get(name)?.();
    await asked;
  };
  return { ask, end, started };
}

it('one of several turns is always for places that the shop knows, and those go first', async () => {
  const { ask, end, started } = turnsOf({ atOnce: 2, waitingMax: 9 });
  const first = ask('stranger 1', stranger);
  void ask('stranger 2', stranger);
  const badge = ask('badge 1', till);
  void ask('badge 2', till);
  await Promise.resolve();
  expect(started).toEqual(['stranger 1', 'badge 1']);
  await end('stranger 1', first);
  expect(started).toEqual(['stranger 1', 'badge 1', 'badge 2']);
  await end('badge 1', badge);
  expect(started).toEqual(['stranger 1', 'badge 1', 'badge 2', 'stranger 2']);
});

it('where there is one turn, known places come next', async () => {
  const { ask, end, started } = turnsOf({ atOnce: 1, waitingMax: 9 });
  const first = ask('stranger 1', stranger);
  void ask('stranger 2', stranger);
  void ask('badge', till);
  await end('stranger 1', first);
  expect(started).toEqual(['stranger 1', 'badge']);
});

it('a lane that is full refuses as busy, and the other one does not', async () => {
  const { ask, end, started } = turnsOf({ atOnce: 1, waitingMax: 2 });
  const first = ask('stranger 1', stranger);
  void ask('stranger 2', stranger);
  void ask('stranger 3', stranger);
  await expect(ask('stranger 4', stranger)).rejects.toMatchObject({
    code: 'busy',
    status: 503,
    details: { retry_after: 2 },
  });
  void ask('badge', till);
  await end('stranger 1', first);
  expect(started).toEqual(['stranger 1', 'badge']);
});

it('many of one hold no other one up', async () => {
  const { ask, end, started } = turnsOf({ atOnce: 1, waitingMax: 9 });
  const first = ask('Nena 1', till, 'Nena');
  for (const no of [2, 3, 4]) void ask(`Nena ${no}`, till, 'Nena');
  void ask('badge', till, 'manager');
  await end('Nena 1', first);
  expect(started).toEqual(['Nena 1', 'Nena 2']);
  await end('Nena 2', Promise.resolve());
  await expect.poll(() => started).toEqual(['Nena 1', 'Nena 2', 'badge']);
});

it('the newest of the one that has most waiting makes room', async () => {
  const { ask, end, started } = turnsOf({ atOnce: 1, waitingMax: 3 });
  const first = ask('Nena 1', till, 'Nena');
  const second = ask('Nena 2', till, 'Nena');
  void ask('Nena 3', till, 'Nena');
  const refused = expect(ask('Nena 4', till, 'Nena')).rejects.toMatchObject({ code: 'busy' });
  void ask('badge', till, 'manager');
  await refused;
  await expect(ask('Nena 5', till, 'Nena')).rejects.toMatchObject({ code: 'busy' });
  await end('Nena 1', first);
  await end('Nena 2', second);
  expect(started).toEqual(['Nena 1', 'Nena 2', 'badge']);
});

it('a place has a share, beyond which it is refused as busy, and gets it back', async () => {
  const within = makeShares(2);
  const ends: (() => void)[] = [];
  const ask = (place: string) => within(place, () => new Promise<void>((resolve) => ends.push(resolve)));
  const first = ask('address 1');
  void ask('address 1');
  await expect(ask('address 1')).rejects.toMatchObject({ code: 'busy', status: 503 });
  void ask('address 2');
  ends[0]?.();
  await first;
  void ask('address 1');
  await expect(ask('address 1')).rejects.toMatchObject({ code: 'busy' });
});

it('a work that fails gives its turn on', async () => {
  const inTurn = makeHashTurns({ atOnce: 1, waitingMax: 9 });
  const refused = inTurn(stranger, () => Promise.reject(new Error('refused')));
  const next = inTurn(stranger, () => Promise.resolve('done'));
  await expect(refused).rejects.toThrow('refused');
  expect(await next).toBe('done');
});
