export { noteField } from './history.usecases.ts';
export { pricesAt } from './price-history.queries.ts';
export { rememberScannedNumbers } from './product-form.usecases.ts';
export { productPhotos, variationPhotos } from './photos.usecases.ts';
export {
  claimProduct,
  type CodedVariation,
  findVariationsByCodes,
  replaceCodesOfMaker,
} from './products.repository.ts';
export { requireProduct, requireVariation } from './products.guards.ts';
export { goodsOf, labelText, meaningsOf } from './scanned-codes.guards.ts';
export { listProducts } from './products.usecases.ts';
export { takeProductsBack, whyProductsStay } from './take-back.usecases.ts';
export { priceFields, takePrices, takeProduct, type Prices } from './import.usecases.ts';
