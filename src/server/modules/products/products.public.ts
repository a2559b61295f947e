export { productPhotos, variationPhotos } from './photos.usecases.ts';
export { replaceCodesOfMaker } from './products.repository.ts';
export { requireProduct } from './products.guards.ts';
export { findVariationsByCodes, type CodedVariation } from './import.repository.ts';
export { priceFields, takePrices, takeProduct, type ImportedProduct, type Prices } from './import.rules.ts';
