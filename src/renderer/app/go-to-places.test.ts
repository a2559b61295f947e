import { describe, expect, it } from 'vitest';
import { defaultPermissions } from '#domain/permissions.ts';
import type { Role } from '#domain/roles.ts';
import { placesCalled, placesFor } from './go-to-places.ts';

const placesOf = (role: Role, isDevice = false) =>
  placesFor({ role, permissions: defaultPermissions(role) }, { storeId: 7, isDevice });
const called = (text: string, role: Role = 'admin') => placesCalled(placesOf(role), text).map(({ to }) => to);

describe('the places to go to', () => {
  it('are the pages that somebody may open, and need nothing else', () => {
    const paths = placesOf('salesperson').map(({ to }) => to);
    expect(paths).toEqual(
      expect.arrayContaining(['/pos', '/customers/new', '/inventory/where-is', '/account']),
    );
    for (const path of ['/audit', '/roles', '/qr-codes', '/inventory/create', '/device', '/pos/payment'])
      expect(paths).not.toContain(path);
    expect(placesOf('admin').filter(({ to }) => to.includes(':'))).toEqual([]);
    expect(placesOf('admin', true).map(({ to }) => to)).toContain('/device');
  });

  it('lead to the settings of the store that is worked in', () => {
    expect(called('store settings', 'store_manager')).toEqual(['/stores/7/settings']);
    expect(called('store settings', 'salesperson')).toEqual([]);
  });

  it('are found by what people call them, first those with that in their name', () => {
    expect(called('new sale')).toEqual(['/pos']);
    expect(called('receive order')).toEqual(['/purchase-orders']);
    expect(called('add customer')).toEqual(['/customers/new']);
    expect(called('daily report')).toEqual(['/reports']);
    expect(called('close day')).toEqual(['/z-readings']);
    expect(called('new unit')).toEqual(['/inventory/create']);
    expect(called('find a unit')).toEqual(['/inventory/where-is']);
    expect(called('pur').slice(0, 2)).toEqual(['/purchase-orders', '/purchase-orders/create']);
    expect(called('nothing like it')).toEqual([]);
  });
});
