import type { Flag } from '../../db/columns.ts';

export type StoresTables = {
  stores: {
    id: number;
    code: string;
    name: string;
    name_key: string;
    address: string | null;
    phone: string | null;
    email: string | null;
    timezone: string;
    is_active: Flag;
    is_warehouse: Flag;
    settings_json: string | null;
    created_at: number;
    /** True if it keeps shifts while its settings do not say; stores older than shifts do not. */
    keeps_shifts: Flag | null;
  };
};
