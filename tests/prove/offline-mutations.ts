import { expectDone } from '#tests/support/selling.ts';
import { offlineTill, sendByHand, type FiledSale } from '#tests/support/sold-offline.ts';
import type { MutationRequest, World } from './mutations.ts';
import { tillWithoutShifts } from './shift-mutations.ts';

// The mutations of sales that tills made without the server, and of the credentials by which they send them.

/** Makes a till with a credential, each time another one. */
async function credited(world: World) {
  await tillWithoutShifts(world);
  return offlineTill('', world.till, world.shop.store.code);
}

/** Makes a sale in the file of a till, of a unit that is free. */
async function filed(world: World): Promise<FiledSale> {
  const { shop } = world;
  const till = await credited(world);
  const units = [{ id: await world.takeUnit(), product_variation_id: shop.variation.id }];
  const now = Date.now();
  return till.make({ store_id: shop.store.id, staff_id: shop.seller.id, units }, { at: now });
}

const rowsOf = ({ database }: World, number: string) =>
  database.reader.selectFrom('offline_sales').selectAll().where('number', '=', number).execute();

const credentialOf = ({ database }: World, tillId: number) =>
  database.reader
    .selectFrom('till_credentials')
    .selectAll()
    .where('till_id', '=', tillId)
    .executeTakeFirstOrThrow();

export const offlineMutations = {
  'offlineSales.recordByHand': async (world: World): Promise<MutationRequest> => {
    const sale = await filed(world);
    const isDoneOnce = async () => (await rowsOf(world, sale.number)).length === 1;
    return { method: 'post', path: '/offline-sales', body: { ...sale, invoice_number: null }, isDoneOnce };
  },

  'offlineSales.settle': async (world: World): Promise<MutationRequest> => {
    const sale = await filed(world);
    expectDone(await sendByHand(world.till, sale));
    const [row] = await rowsOf(world, sale.number);
    const isDoneOnce = async () => {
      const [settled] = await rowsOf(world, sale.number);
      return settled?.is_open === 0 && settled.note === 'Looked at';
    };
    return {
      method: 'post',
      path: `/offline-sales/${row?.id}/settle`,
      body: { note: 'Looked at' },
      isDoneOnce,
    };
  },

  'tills.endCredential': async (world: World): Promise<MutationRequest> => {
    const { till } = await credited(world);
    const isDoneOnce = async () => (await credentialOf(world, till.id)).ended_at !== null;
    return { method: 'delete', path: `/tills/${till.id}/credential`, isDoneOnce };
  },

  'tills.endMadeBy': async (world: World): Promise<MutationRequest> => {
    const { till } = await credited(world);
    const { created_by_id: maker, ended_at } = await credentialOf(world, till.id);
    const isDoneOnce = async () =>
      ended_at === null && (await credentialOf(world, till.id)).ended_at !== null;
    return { method: 'delete', path: `/staff/${maker}/tills`, isDoneOnce };
  },

  'tills.declareLost': async (world: World): Promise<MutationRequest> => {
    const { till } = await credited(world);
    const lost = world.database.reader
      .selectFrom('offline_sales')
      .select('id')
      .where('till_id', '=', till.id)
      .where('state', '=', 'lost');
    const isDoneOnce = async () => (await lost.execute()).length === 1;
    return { method: 'post', path: `/tills/${till.id}/lost`, body: { reason: 'Stolen' }, isDoneOnce };
  },
} satisfies Record<string, (world: World) => Promise<MutationRequest>>;
