export { insertBatch } from './qr-codes.repository.ts';
