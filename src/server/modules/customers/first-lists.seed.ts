import type { CustomerGroupSlug } from '#domain/pricing.ts';
import type { Writer } from '../../db/access.ts';
import { findChannels, insertChannel } from './channels.repository.ts';
import { findGroups, insertGroup } from './groups.repository.ts';

/** The groups that decide prices; the percentage (in basis points) is only a label. */
const groups: { slug: CustomerGroupSlug; name: string; discount_percentage: number }[] = [
  { slug: 'regular', name: 'Regular', discount_percentage: 0 },
  { slug: 'member', name: 'Member', discount_percentage: 500 },
  { slug: 'vip', name: 'VIP', discount_percentage: 1000 },
  { slug: 'wholesale', name: 'Wholesale', discount_percentage: 1500 },
];
const channels = ['Walk-in', 'Facebook', 'Referral', 'Website'];

/** Gives a new shop its customer groups and signup channels, if it has none; returns all of them. */
export async function fillFirstLists(writer: Writer) {
  if ((await findGroups(writer)).length === 0) {
    for (const group of groups) await insertGroup(writer, { id: writer.nextId(), ...group });
  }
  if ((await findChannels(writer)).length === 0) {
    for (const name of channels) await insertChannel(writer, { id: writer.nextId(), name });
  }
  return { groups: await findGroups(writer), channels: await findChannels(writer) };
}
