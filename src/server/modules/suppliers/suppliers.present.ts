import type { Supplier } from '#contract/suppliers.ts';
import type { SupplierRow } from './suppliers.repository.ts';

export const presentSupplier = (row: SupplierRow): Supplier => ({
  id: row.id,
  name: row.name,
  code: row.code,
  contact_person: row.contact_person,
  email: row.email,
  phone: row.phone,
  address: row.address,
  payment_terms: row.payment_terms,
  notes: row.notes,
  is_active: row.is_active === 1,
  created_at: row.created_at,
});
