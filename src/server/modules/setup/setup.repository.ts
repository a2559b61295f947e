import type { Role } from '#domain/roles.ts';
import { searchKey } from '#domain/search-key.ts';
import type { Reader, Writer } from '../../db/access.ts';

export async function hasStaff(reader: Reader): Promise<boolean> {
  return (await reader.selectFrom('staff').select('id').executeTakeFirst()) !== undefined;
}

type Store = {
  id: number;
  code: string;
  name: string;
  timezone: string;
  settings_json: string;
  created_at: number;
};

export async function insertFirstStore(writer: Writer, store: Store): Promise<void> {
  await writer
    .insertInto('stores')
    .values({ ...store, name_key: searchKey(store.name), is_active: 1, is_warehouse: 0, keeps_shifts: 1 })
    .execute();
}

type Admin = {
  id: number;
  name: string;
  email: string;
  passwordHash: string;
  storeId: number;
  created_at: number;
};

export async function insertFirstAdmin(
  writer: Writer,
  { passwordHash, storeId, ...admin }: Admin,
): Promise<void> {
  await writer
    .insertInto('staff')
    .values({
      ...admin,
      name_key: searchKey(admin.name),
      password_hash: passwordHash,
      role: 'admin',
      primary_store_id: storeId,
      is_active: 1,
      must_change_password: 0,
    })
    .execute();
  await writer.insertInto('staff_stores').values({ staff_id: admin.id, store_id: storeId }).execute();
}

const RECEIVERS: readonly Role[] = ['regional_manager', 'store_manager', 'warehouse_staff'];

/** Grants managers and warehouse staff the permission to receive goods. */
export async function letStaffReceiveGoods(writer: Writer): Promise<void> {
  await writer
    .insertInto('role_grants')
    .values(RECEIVERS.map((role) => ({ role, permission: 'inventory.update', is_granted: 1 as const })))
    .onConflict((conflict) => conflict.columns(['role', 'permission']).doUpdateSet({ is_granted: 1 }))
    .execute();
}
