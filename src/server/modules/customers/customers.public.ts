export { requireCustomer, saleCustomer, type SaleCustomer } from './customers.guards.ts';
export { insertCustomers, type NewCustomer } from './customers.repository.ts';
export { fillFirstLists } from './first-lists.seed.ts';
export { defaultGroup } from './customer-form.usecases.ts';
export { takeCustomers, type ImportedCustomer } from './import.rules.ts';
export { changePoints } from './loyalty.rules.ts';
export { countRefund, countSale, uncountSale } from './statistics.rules.ts';
