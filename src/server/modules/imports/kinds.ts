import type { ImportKind } from '#domain/imports.ts';
import { customerRows } from './customer-rows.ts';
import type { KindRules } from './kind-rules.ts';
import { priceRows } from './price-rows.ts';
import { productRows } from './product-rows.ts';
import { unitRows } from './unit-rows.ts';

/** The rules by kind; each kind reads only the data of its own rows. */
const rules: Record<ImportKind, KindRules<unknown>> = {
  products: productRows as KindRules<unknown>,
  prices: priceRows as KindRules<unknown>,
  inventory: unitRows as KindRules<unknown>,
  customers: customerRows as KindRules<unknown>,
};

export const rulesOf = (kind: ImportKind): KindRules<unknown> => rules[kind];
