import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import { openDraftCache, type DraftCache } from '#main/drafts/draft-cache.ts';
import { cartText, SAVED_AT, type Step } from './saved-carts.ts';

// node tests/support/cart-keeper.ts FILE: the till's draft cache at work until it is killed. Each step is printed on
// stdout before it is done (`>`) and once the cache has answered (`<`), by a write that has left the process when it
// returns.

const [file] = process.argv.slice(2);
if (!file) throw new Error('Which file?');

/** Carts that are left behind for the next run. */
const LEFT = 12;
const MOST_LINES = 25;

const say = (sign: '>' | '<', step: Step) => writeSync(1, `${sign}${JSON.stringify(step)}\n`);

function take(cache: DraftCache, step: Step): void {
  say('>', step);
  switch (step.what) {
    case 'save':
      cache.save({
        cart_key: step.cart,
        ...SAVED_AT,
        saved_at: Date.now(),
        cart: cartText(step.cart, step.lines),
      });
      break;
    case 'journal':
      cache.journal.write({ key: step.key, about: step.cart, body: step.key, made_at: Date.now() });
      break;
    case 'answered':
      cache.journal.forget(step.key);
      break;
    case 'done':
      cache.remove(step.cart);
      break;
  }
  say('<', step);
}

const cache = openDraftCache(file);
for (const { cart_key: cart } of cache.list(SAVED_AT).slice(LEFT)) take(cache, { what: 'done', cart });
for (;;) {
  const cart = randomUUID();
  const most = 1 + Math.floor(Math.random() * MOST_LINES);
  for (let lines = 1; lines <= most; lines += 1) {
    take(cache, { what: 'save', cart, lines });
    const key = randomUUID();
    take(cache, { what: 'journal', cart, key });
    if (Math.random() < 0.9) take(cache, { what: 'answered', cart, key });
  }
  if (Math.random() < 0.5) take(cache, { what: 'done', cart });
}
