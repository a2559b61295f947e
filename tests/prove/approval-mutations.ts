import { makeBadge, setPin } from '#tests/support/approvals.ts';
import { DEMO_PASSWORD } from '#tests/support/http.ts';
import { makeStaff } from '#tests/support/shop.ts';
import type { MutationRequest, World } from './mutations.ts';

// The keyed mutations of PINs and badges; those that send a secret take no key.

const pinOf = ({ database }: World, staffId: number) =>
  database.reader.selectFrom('staff_pins').selectAll().where('staff_id', '=', staffId).executeTakeFirst();

const own = async (world: World) => {
  const { staff } = (await world.till.get<{ staff: { id: number } }>('/staff/me')).body;
  return staff.id;
};

export const approvalMutations = {
  'staff.removePin': async (world: World): Promise<MutationRequest> => {
    await setPin(world.till, '246810', DEMO_PASSWORD);
    const id = await own(world);
    const isDoneOnce = async () => (await pinOf(world, id))?.pin_hash === null;
    return { method: 'delete', path: '/staff/me/pin', isDoneOnce };
  },

  'staff.removeBadge': async (world: World): Promise<MutationRequest> => {
    await makeBadge(world.till);
    const id = await own(world);
    const isDoneOnce = async () => (await pinOf(world, id))?.badge_id === null;
    return { method: 'delete', path: '/staff/me/badge', isDoneOnce };
  },

  'staff.takePin': async (world: World): Promise<MutationRequest> => {
    const { id } = await makeStaff(world.database, { store_id: world.shop.store.id });
    const pin = { staff_id: id, pin_hash: 'x', badge_id: null, badge_hash: null, changed_at: 1 };
    await world.database.write((writer) => writer.insertInto('staff_pins').values(pin).execute());
    const isDoneOnce = async () => (await pinOf(world, id))?.pin_hash === null;
    return { method: 'delete', path: `/staff/${id}/pin`, isDoneOnce };
  },
};
