export { requireCustomer, saleCustomer, type SaleCustomer } from './customers.guards.ts';
export { insertCustomers, type NewCustomer } from './customers.repository.ts';
export { fillFirstLists } from './first-lists.seed.ts';
export { defaultGroup } from './customer-form.usecases.ts';
export { takeCustomers, type ImportedCustomer } from './import.usecases.ts';
export { changePoints } from './change-points.usecases.ts';
export { countRefund, countSale, uncountSale } from './statistics.usecases.ts';
