import { expect, it } from 'vitest';
import { SHOP_ID_HEADER } from '#contract/headers.ts';
import { takeMarked } from './fetch-from-shop.ts';

const marked = (shop: string, body: unknown = {}, status = 200) =>
  Response.json(body, { status, headers: { [SHOP_ID_HEADER]: shop } });

/** Asks once for each answer, by one page. */
async function ask(...answers: Response[]) {
  const coming = [...answers];
  const fetch = takeMarked(() => Promise.resolve(coming.shift() ?? Response.error()));
  const said: unknown[] = [];
  while (coming.length > 0) {
    const answer = await fetch('/api/v1/stores', {});
    const body = (await answer.json()) as { code?: string };
    said.push(body.code ?? answer.status);
  }
  return said;
}

it.each<[string, Response]>([
  ['a captive portal’s page', new Response('<html>')],
  ['a proxy’s empty 503', new Response('', { status: 503 })],
  ['a foreign refusal', Response.json({ code: 'unauthenticated' }, { status: 401 })],
  [
    'a fault whose body is not ours',
    new Response('<html>', { status: 500, headers: { [SHOP_ID_HEADER]: 'ours' } }),
  ],
])('%s is an unreachable server, and nobody is signed out', async (_, answer) => {
  expect(await ask(marked('ours'), answer, marked('ours'))).toEqual([200, 'server_unreachable', 200]);
});

it('the first marked answer tells whose page this is; another shop’s is told as such', async () => {
  const refused = marked('ours', { code: 'unauthenticated' }, 401);
  const answers = [marked('ours'), marked('theirs'), refused];
  expect(await ask(...answers)).toEqual([200, 'other_shop', 'unauthenticated']);
});
