export { isKeyChecked, secondPlaces } from './backups.repository.ts';
