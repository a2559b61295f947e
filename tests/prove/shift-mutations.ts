import type { MutationRequest, World } from './mutations.ts';
import { findVersion, saveVersion } from '#server/modules/till-releases/till-releases.repository.ts';
import { letAnHourPass } from '#tests/support/mails.ts';
import { expectDone } from '#tests/support/selling.ts';
import { count, makeTill, openShift, piecesOf, close } from '#tests/support/shifts.ts';

// The mutations of tills, shifts and their cash: the sending device is a new till for each.

const tillName = () => `Till ${crypto.randomUUID().slice(0, 20)}`;

/** Makes a new till each time, on a day of its own: the device is no longer its former till. */
export async function tillWithoutShifts({ database, shop, till }: World): Promise<number> {
  await database.write((writer) =>
    writer
      .updateTable('tills')
      .set({ device_key: null, created_at: 0 })
      .where('store_id', '=', shop.store.id)
      .execute(),
  );
  return (await makeTill(till, tillName())).id;
}

/** Makes a new till each time, in a store that keeps shifts: the device is no longer its former till. */
async function newTill(world: World): Promise<number> {
  const { id } = world.shop.store;
  await world.database.write((writer) =>
    writer.updateTable('stores').set({ keeps_shifts: 1, settings_json: null }).where('id', '=', id).execute(),
  );
  return tillWithoutShifts(world);
}

/** Takes back the version that was chosen for a place. */
async function takingBack(
  { database }: World,
  place: { store_id: number; till_id: number },
  path: string,
): Promise<MutationRequest> {
  await database.write((writer) => saveVersion(writer, place, '1.2.0'));
  const isDoneOnce = async () => (await findVersion(database.reader, place)) === null;
  return { method: 'put', path, body: { version: null }, isDoneOnce };
}

const newShift = async (world: World) => {
  const tillId = await newTill(world);
  return { tillId, ...(await openShift(world.till)) };
};
const counted = async (world: World) => {
  const { id } = await newShift(world);
  await count(world.till, id, piecesOf(4000));
  return id;
};

const closedTill = async (world: World) => {
  const { id, tillId } = await newShift(world);
  await count(world.till, id, piecesOf(5000));
  await close(world.till, id);
  return tillId;
};

const tillRow = ({ database }: World, id: number) =>
  database.reader.selectFrom('tills').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const shiftRow = ({ database }: World, id: number) =>
  database.reader.selectFrom('shifts').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const isEnteredOnce =
  ({ database }: World, text: string) =>
  async () => {
    const rows = await database.reader
      .selectFrom('till_entries')
      .select('id')
      .where('reason', 'like', `%${text}`)
      .execute();
    return rows.length === 1;
  };

export const shiftMutations = {
  'tills.create': async (world: World): Promise<MutationRequest> => {
    const name = tillName();
    const rows = world.database.reader.selectFrom('tills').select('id').where('name', '=', name);
    const isDoneOnce = async () => (await rows.execute()).length === 1;
    return { method: 'post', path: '/tills', body: { name }, isDoneOnce };
  },

  'tills.adopt': async (world: World): Promise<MutationRequest> => {
    const id = await newTill(world);
    await newTill(world);
    const isDoneOnce = async () => (await tillRow(world, id)).device_key !== null;
    return { method: 'post', path: `/tills/${id}/adopt`, isDoneOnce };
  },

  'tills.rename': async (world: World): Promise<MutationRequest> => {
    const id = await newTill(world);
    const name = tillName();
    const isDoneOnce = async () => (await tillRow(world, id)).name === name;
    return { method: 'put', path: `/tills/${id}`, body: { name }, isDoneOnce };
  },

  'tills.retire': async (world: World): Promise<MutationRequest> => {
    const id = await newTill(world);
    const isDoneOnce = async () => (await tillRow(world, id)).retired_at !== null;
    return { method: 'delete', path: `/tills/${id}`, isDoneOnce };
  },

  'tillReleases.check': async (world: World): Promise<MutationRequest> => {
    const id = await newTill(world);
    const body = { version: '1.2.0', platform: 'linux', arch: 'x64', error: null };
    const isDoneOnce = async () => (await tillRow(world, id)).version === '1.2.0';
    return { method: 'post', path: '/till-releases/check', body, isDoneOnce };
  },

  'tillReleases.chooseForAll': async (world: World): Promise<MutationRequest> =>
    takingBack(world, { store_id: 0, till_id: 0 }, '/till-releases/all'),

  'tillReleases.chooseForStore': async (world: World): Promise<MutationRequest> =>
    takingBack(world, { store_id: world.shop.store.id, till_id: 0 }, '/till-releases/store'),

  'tillReleases.chooseForTill': async (world: World): Promise<MutationRequest> => {
    const till_id = await newTill(world);
    return takingBack(world, { store_id: world.shop.store.id, till_id }, `/tills/${till_id}/version`);
  },

  'shifts.open': async (world: World): Promise<MutationRequest> => {
    const tillId = await newTill(world);
    const rows = world.database.reader.selectFrom('shifts').select('id').where('till_id', '=', tillId);
    const isDoneOnce = async () => (await rows.execute()).length === 1;
    return { method: 'post', path: '/shifts', body: { amount: 1000 }, isDoneOnce };
  },

  'shifts.count': async (world: World): Promise<MutationRequest> => {
    const { id } = await newShift(world);
    const isDoneOnce = async () => (await shiftRow(world, id)).counts_made === 1;
    const body = { denominations: piecesOf(5000) };
    return { method: 'post', path: `/shifts/${id}/count`, body, isDoneOnce };
  },

  'shifts.resume': async (world: World): Promise<MutationRequest> => {
    const id = await counted(world);
    const isDoneOnce = async () => (await shiftRow(world, id)).status === 'open';
    return { method: 'post', path: `/shifts/${id}/resume`, isDoneOnce };
  },

  'shifts.close': async (world: World): Promise<MutationRequest> => {
    const id = await counted(world);
    const isDoneOnce = async () => (await shiftRow(world, id)).status === 'closed';
    return { method: 'post', path: `/shifts/${id}/close`, body: { reason: 'Proof' }, isDoneOnce };
  },

  'shifts.correct': async (world: World): Promise<MutationRequest> => {
    const id = await counted(world);
    await close(world.till, id, { reason: 'Proof' });
    const reason = crypto.randomUUID();
    const body = { amount: 5, reason };
    return {
      method: 'post',
      path: `/shifts/${id}/corrections`,
      body,
      isDoneOnce: isEnteredOnce(world, reason),
    };
  },

  'zReadings.create': async (world: World): Promise<MutationRequest> => {
    const tillId = await closedTill(world);
    const isDoneOnce = async () => (await tillRow(world, tillId)).last_z_no === 1;
    return { method: 'post', path: '/z-readings', body: {}, isDoneOnce };
  },

  'zReadings.email': async (world: World): Promise<MutationRequest> => {
    await letAnHourPass(world.database);
    await closedTill(world);
    const { data } = expectDone(await world.till.post<{ data: { id: number }[] }>('/z-readings', {}));
    const recipient = `${crypto.randomUUID()}@shop.test`;
    const rows = world.database.reader.selectFrom('outbox').select('id').where('recipient', '=', recipient);
    const isDoneOnce = async () => (await rows.execute()).length === 1;
    return {
      method: 'post',
      path: `/z-readings/${data[0]?.id}/email`,
      body: { email: recipient },
      isDoneOnce,
    };
  },

  'cashMovements.create': async (world: World): Promise<MutationRequest> => {
    await newShift(world);
    const reason = crypto.randomUUID();
    const body = { kind: 'pay_out', amount: 5, reason };
    return { method: 'post', path: '/cash-movements', body, isDoneOnce: isEnteredOnce(world, reason) };
  },
};
