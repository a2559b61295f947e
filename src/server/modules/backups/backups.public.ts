export { isKeyChecked, secondPlaces } from './backups.repository.ts';
export { takeOver } from './backups.usecases.ts';
