export { listSuppliers } from './suppliers.usecases.ts';
export { requireSupplier } from './suppliers.guards.ts';
export {
  findSupplier,
  findSuppliersCalled,
  insertSuppliers,
  suppliersOf,
  type NewSupplier,
} from './suppliers.repository.ts';
