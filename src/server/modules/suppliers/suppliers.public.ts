export { findSupplier, insertSuppliers, suppliersOf, type NewSupplier } from './suppliers.repository.ts';
