export { requireCustomer, saleCustomer, type SaleCustomer } from './customers.guards.ts';
export { insertCustomers, type NewCustomer } from './customers.repository.ts';
export { fillFirstLists } from './first-lists.seed.ts';
export { defaultGroup, listCustomers } from './customers.usecases.ts';
export { takeCustomers, type ImportedCustomer } from './import.usecases.ts';
export { takeCustomersBack, whyCustomersStay } from './take-back.usecases.ts';
export { claimPoints } from './loyalty.repository.ts';
export { changeClaimedPoints, changePoints } from './loyalty.usecases.ts';
export { countRefund, countSale, uncountSale } from './purchases.usecases.ts';
