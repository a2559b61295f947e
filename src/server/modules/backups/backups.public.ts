export { findPlaces } from './backups.repository.ts';
