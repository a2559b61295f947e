export { requireSupplier } from './suppliers.guards.ts';
export { findSupplier, insertSuppliers, suppliersOf, type NewSupplier } from './suppliers.repository.ts';
