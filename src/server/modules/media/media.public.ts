export { claimPicture } from './claim-picture.guards.ts';
export type { PictureOwner, PictureOwners } from './owners.ts';
export { forgetUnused } from './pictures.usecases.ts';
