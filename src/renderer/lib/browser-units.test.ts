import { copiesStores } from '#tests/support/store-copies.suite.ts';
import { createBrowserUnits } from './browser-units.ts';

copiesStores(createBrowserUnits);
