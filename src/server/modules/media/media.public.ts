export { claimPicture } from './claim-picture.locks.ts';
export { deleteMedia } from './media.repository.ts';
export type { Picture, PictureChanger, PictureOwner, PictureOwners } from './owners.ts';
export { forgetUnused } from './pictures.usecases.ts';
