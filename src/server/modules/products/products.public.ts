export { productPhotos, variationPhotos } from './photos.usecases.ts';
export { replaceCodesOfMaker } from './products.repository.ts';
export { requireProduct } from './products.guards.ts';
