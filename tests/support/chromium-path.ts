import { existsSync } from 'node:fs';

/** The headless one first: a page costs it a fifth less. */
const places = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** The Chromium of the tests: CHROMIUM_PATH's, else this machine's. */
export const chromiumPath =
  process.env.CHROMIUM_PATH ?? places.find((place) => existsSync(place)) ?? 'chromium';
