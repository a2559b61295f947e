import { randomInt, randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { openSecretStore } from '#main/app/secret-store.ts';
import { openBackend } from '#main/connection/backend.ts';
import { openKeptFile } from '#main/disk/kept-file.ts';
import { openOffline } from '#main/offline/offline.ts';
import { openSalesFile, salesTables } from '#main/offline/sales-file.ts';
import { enrolment, plainVault, rules, soldCart, type SoldCart } from './offline-sales.ts';

// node tests/support/sales-keeper.ts FOLDER SERVER [CART]: the till's own sales at work until it is killed, sent to a server
// meanwhile. Each cart is printed on stdout before it is completed (`>`) and once the till has answered (`<`), as is an opened
// shift, by a write that has left the process when it returns. The CART that was in hand at the last kill is completed first, as the page does.

const [folder, url, inHand] = process.argv.slice(2);
if (!folder || !url) throw new Error('Which folder, and which server?');

const LONGEST_BETWEEN_MS = 12;
/** The part of the sales before which a shift is opened. */
const OPENINGS = 0.2;

const say = (sign: '>' | '<', step: object) => writeSync(1, `${sign}${JSON.stringify(step)}\n`);

const backend = openBackend({ url, trusted: null }, () => []);
const offline = openOffline({
  folder,
  openSecret: (file) => openSecretStore(file, plainVault),
  openFile: (file) =>
    openKeptFile(file, { open: openSalesFile, recovers: salesTables, onMended: () => undefined }),
  backend: () => backend,
  tillVersion: '1.0.0',
  readToken: () => 'token',
  onChange: () => undefined,
  pauses: { first: 2, longest: 20, report: 50 },
});

async function complete(cart: SoldCart): Promise<void> {
  say('>', cart);
  const result = await offline.complete(soldCart(cart));
  if ('refused' in result) throw new Error(result.refused);
  say('<', { ...cart, key: result.sale.key, number: result.sale.number });
}

/** Opens a shift, unless one waits already. */
async function open(): Promise<void> {
  const amount = randomInt(1_000_000);
  const shift = {
    store_id: enrolment.store_id,
    staff: { id: 7, name: 'Joel Cruz' },
    amount,
    denominations: null,
    rules,
  };
  const result = await offline.openShift(shift);
  if ('opening' in result) say('<', { key: result.opening.key, number: result.opening.number });
}

await offline.start();
offline.heard(Date.now());
while (!(await offline.enrol(enrolment)).till) await pause(5);
if (inHand) await complete(JSON.parse(inHand) as SoldCart);
for (;;) {
  if (Math.random() < OPENINGS) await open();
  await complete({ cart_key: randomUUID(), unit: randomInt(2 ** 31 - 1) + 1 });
  await pause(Math.random() * LONGEST_BETWEEN_MS);
}
