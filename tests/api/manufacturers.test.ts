import { lookupSuite } from '#tests/support/lookup.suite.ts';

lookupSuite('manufacturers', {
  path: '/manufacturers',
  inUse: (shop) => shop.variation.product.manufacturer_id,
});
