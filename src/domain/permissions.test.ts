import { describe, expect, it } from 'vitest';
import {
  can,
  defaultPermissions,
  grantsAbove,
  lackedBy,
  permissionLabel,
  permissionList,
  permissions,
  permissionsOf,
  rolesGivenBy,
  type Permission,
} from './permissions.ts';
import {
  managesRole,
  managesTill,
  roleLabel,
  roles,
  rolesByRank,
  seesAllStores,
  type Role,
} from './roles.ts';

describe('permissions', () => {
  it('are all admin’s, also those that nobody else has', () => {
    expect(defaultPermissions('admin')).toEqual(permissions);
    for (const permission of permissions)
      expect(can({ role: 'admin', permissions: [] }, permission)).toBe(true);
  });

  it('are what the record says, not what the role’s name suggests', () => {
    expect(can({ role: 'salesperson', permissions: [] }, 'transactions.create')).toBe(false);
    expect(can({ role: 'auditor', permissions: ['reports.view'] }, 'reports.view')).toBe(true);
  });

  it('reach over all stores for admin and regional manager only', () => {
    expect(roles.filter(seesAllStores)).toEqual(['admin', 'regional_manager']);
  });

  it('let managers and admins set a till to full screen, and nobody else', () => {
    expect(roles.filter(managesTill)).toEqual(['admin', 'store_manager', 'regional_manager']);
  });

  it('belong to roles that people can read', () => {
    expect(roleLabel('store_manager')).toBe('Store Manager');
    expect(new Set(roles.map(roleLabel)).size).toBe(12);
  });
});

describe('the table', () => {
  it('has every permission once, and no label twice', () => {
    expect(new Set(permissions).size).toBe(permissions.length);
    const labels = permissionList.map(({ label }) => label);
    expect(new Set(labels).size).toBe(labels.length);
  });

  it('says what a permission needs to be of use', () => {
    expect(lackedBy('customers.edit', ['customers.edit'])).toEqual(['customers.view']);
    expect(lackedBy('customers.edit', ['customers.edit', 'customers.view'])).toEqual([]);
    expect(lackedBy('customers.edit', [])).toEqual([]);
    expect(permissionLabel('costs.view')).toBe('See costs');
  });

  it('lets no role lack what its own permissions need', () => {
    for (const role of rolesByRank) {
      const held = permissionsOf(role, []);
      expect(held.flatMap((permission) => lackedBy(permission, held))).toEqual([]);
    }
  });
});

describe('grants', () => {
  const changes = [
    { permission: 'inventory.update', isGranted: true },
    { permission: 'customers.create', isGranted: false },
  ] as const;

  it('add to what a role may do and take from it', () => {
    const may = permissionsOf('salesperson', changes);
    expect(may).toContain('inventory.update');
    expect(may).not.toContain('customers.create');
    expect([...may, 'customers.create'].sort()).toEqual(
      [...defaultPermissions('salesperson'), 'inventory.update'].sort(),
    );
  });

  it('take nothing from admin', () => {
    expect(permissionsOf('admin', changes)).toEqual(permissions);
  });
});

describe('ranks', () => {
  it('let everybody manage those below them alone, and an admin everybody', () => {
    const managed = (manager: Role) => roles.filter((role) => managesRole(manager, role));
    const below = roles.filter(
      (role) => role !== 'admin' && role !== 'regional_manager' && role !== 'store_manager',
    );
    expect(managed('admin')).toEqual(roles);
    expect(managed('regional_manager').sort()).toEqual([...below, 'store_manager'].sort());
    expect(managed('store_manager')).toEqual(below);
    expect(managed('salesperson')).toEqual([]);
    expect(managed('auditor')).toEqual([]);
  });

  const rank = ['admin', 'regional_manager', 'store_manager'] as const;
  const granted =
    (more: Partial<Record<Role, Permission[]>>) =>
    (role: Role): Permission[] => [...defaultPermissions(role), ...(more[role] ?? [])];
  const givers = (role: Role, more: Partial<Record<Role, Permission[]>>) =>
    rank.filter((manager) => rolesGivenBy(manager, granted(more)).includes(role));

  it('let every manager make people of every role below them, while nobody changed what roles may do', () => {
    for (const manager of rank) {
      expect(rolesGivenBy(manager, defaultPermissions).toSorted()).toEqual(
        roles.filter((role) => managesRole(manager, role)).toSorted(),
      );
    }
    expect(rolesGivenBy('salesperson', granted({ salesperson: ['staff.manage'] }))).toEqual([]);
  });

  it('let nobody make people of a role that was granted more than they hold, but an admin', () => {
    expect(givers('finance', { finance: ['audit.view'] })).toEqual(['admin']);
    expect(givers('finance', { finance: ['stores.manage'] })).toEqual(['admin', 'regional_manager']);
    expect(givers('finance', { finance: ['reports.view', 'audit.view'] })).toEqual(['admin']);
    expect(givers('store_manager', { store_manager: ['audit.view'] })).toEqual(['admin']);
    expect(
      grantsAbove('store_manager', 'finance', granted({ finance: ['audit.view', 'costs.view'] })),
    ).toEqual(['audit.view']);
  });

  it('let them make those to whom something was granted that they, or a manager between, hold as well', () => {
    expect(givers('salesperson', { salesperson: ['payments.review'] })).toEqual(rank);
    const together: Permission[] = ['inventory.update'];
    expect(givers('warehouse_staff', { warehouse_staff: together, store_manager: together })).toEqual(rank);
  });
});
