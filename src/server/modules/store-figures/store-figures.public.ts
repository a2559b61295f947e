export { findTopProducts } from './top-products.repository.ts';
