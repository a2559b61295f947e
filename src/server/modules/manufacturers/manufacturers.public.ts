export { insertManufacturer } from './manufacturers.repository.ts';
