import { accessories } from './catalogue/accessories.ts';
import { androidPhones } from './catalogue/android-phones.ts';
import { audio } from './catalogue/audio.ts';
import { cameras } from './catalogue/cameras.ts';
import { gaming } from './catalogue/gaming.ts';
import { laptops } from './catalogue/laptops.ts';
import { monitors } from './catalogue/monitors.ts';
import { networking } from './catalogue/networking.ts';
import { peripherals } from './catalogue/peripherals.ts';
import { phones } from './catalogue/phones.ts';
import type { DemoProduct } from './catalogue/product.ts';
import { storage } from './catalogue/storage.ts';
import { tablets } from './catalogue/tablets.ts';
import { wearables } from './catalogue/wearables.ts';

export type { DemoIdentification, DemoProduct, DemoProductType, DemoVariation } from './catalogue/product.ts';

/** The goods of the demo shop at Philippine retail prices; the seeder works out the other prices. */
export const demoCatalogue: DemoProduct[] = [
  ...phones,
  ...androidPhones,
  ...tablets,
  ...laptops,
  ...audio,
  ...wearables,
  ...accessories,
  ...storage,
  ...gaming,
  ...cameras,
  ...networking,
  ...monitors,
  ...peripherals,
];
