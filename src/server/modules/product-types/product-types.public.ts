export { insertProductType } from './product-types.repository.ts';
