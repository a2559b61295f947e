import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fingerprintOf, openFirstStart, SHOP } from '#tests/support/component/first-start.ts';
import { isGone, isShown } from '#tests/support/component/shown.ts';

const listed = () => page.getByRole('list', { name: 'Servers in this network' }).getByRole('listitem');
const connect = (name: string) => listed().filter({ hasText: name }).getByRole('button', { name: 'Connect' });
const found = () => page.getByRole('status', { name: 'Server found' });

describe('a till that was never told its server', () => {
  it('may be given an address while it looks, and says when nothing was found', async () => {
    const { finds } = await openFirstStart();
    await isShown(page.getByText('Looking for servers'));
    await isShown(page.getByLabelText('Server address'));
    finds([]);
    await isShown(page.getByText(/^No server was found in this network. Type its address/));
    await page.getByRole('button', { name: 'Look again' }).click();
    await isShown(page.getByText('Looking for servers'));
    finds([SHOP]);
    await isShown(listed().filter({ hasText: 'Gadget Corner' }));
    await page.getByLabelText('Server address').fill('192.168.1.11');
    await userEvent.keyboard('{Enter}');
    await isShown(found().getByText('Nothing answers there.'));
  });

  it('goes by the keyboard alone from the till’s name to the question with the fingerprint', async () => {
    const { finds, looked, saved } = await openFirstStart();
    finds([SHOP, { ...SHOP, fingerprint: fingerprintOf(90), url: 'https://192.168.1.66:4100' }]);
    await isShown(connect('192.168.1.10').first());
    await page.getByLabelText('Till name').fill('Counter 1');
    // “Look again”, then the first server.
    await userEvent.keyboard('{Tab}{Tab}{Enter}');
    await isShown(page.getByRole('alertdialog', { name: 'Is every group the same?' }));
    expect(looked).toEqual([SHOP]);
    await page.getByRole('button', { name: 'Trust this server' }).click();
    await expect.poll(() => saved.map(({ till_name }) => till_name)).toEqual(['Counter 1']);
  });

  it('shows as text what a stranger in the network says, and why its server is refused', async () => {
    const name = '<img src=x onerror="window.harmed = true">';
    const { finds } = await openFirstStart(({ url }) => ({
      state: 'refused',
      url,
      reason: 'Another certificate is shown there than was announced in this network. Do not connect',
    }));
    finds(
      Array.from({ length: 20 }, (_, place) => ({
        ...SHOP,
        name: place === 3 ? name : '',
        url: `https://10.0.0.${place}`,
      })),
      true,
    );
    await isShown(listed().filter({ hasText: name }));
    await expect.poll(() => listed().elements().length).toBe(20);
    expect(window).not.toHaveProperty('harmed');
    await isShown(page.getByText('More servers answer than are shown'));
    await connect('https://10.0.0.19').click();
    await isShown(found().getByText(/^Another certificate is shown there/));
    await isGone(page.getByRole('alertdialog'));
  });
});
