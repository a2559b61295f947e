import { describe, expect, it } from 'vitest';
import { demoShop } from '#tests/support/demo-shop.ts';

describe('the reference page of the API', () => {
  const shop = demoShop();

  it('shows what this server’s document says, and asks nobody else', async () => {
    const page = await shop.open({ path: '/dashboard' });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(`${shop.server.url}/api/docs`);
    await page.getByText('The till and back office of a seller of serialized electronics').waitFor();
    await page.getByText('Supplier returns').first().waitFor();
    expect(asked).toContain(`${shop.server.url}/api/v1/openapi.json`);
    expect(
      asked.filter((address) => /^https?:/.test(address) && !address.startsWith(shop.server.url)),
    ).toEqual([]);
  });
});
