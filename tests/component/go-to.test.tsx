import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { listenToScanners } from '#renderer/lib/scans.ts';
import { axeViolations } from '#tests/support/component/axe.ts';
import {
  callerAs,
  failCalls,
  holdCall,
  openScreen,
  watchCalls,
  type OpenScreen,
} from '#tests/support/component/open-screen.tsx';
import { newDraft, SELLER } from '#tests/support/component/payment.ts';
import { pressAsScanner } from '#tests/support/component/scanner-keys.ts';
import { isGone, isShown } from '#tests/support/component/shown.ts';
import { cart } from '#tests/support/component/till.ts';
import { addCustomer, type WireCustomer } from '#tests/support/customers.ts';
import type { Caller } from '#tests/support/http.ts';
import { expectDone, serialsOnSale } from '#tests/support/selling.ts';

const MANAGER = 'store_manager@demo.test';
const SEARCH = /\/api\/v1\/search\?/;

describe('going to anything', () => {
  let manager: Caller;
  let customer: WireCustomer;
  beforeAll(async () => {
    manager = await callerAs(MANAGER);
    customer = await addCustomer(manager, 'Gotofredo Anywhere');
  });

  let screen: OpenScreen;
  const open = async (path: string, email = MANAGER) => {
    screen = await openScreen(path, { email, withMenu: true });
    await isShown(page.getByRole('heading', { level: 1 }));
  };
  const pressKeys = () => userEvent.keyboard('{Control>}k{/Control}');
  const dialog = () => page.getByRole('dialog', { name: 'Go to anything' });
  const field = () => page.getByRole('combobox', { name: 'Go to anything' });
  const option = (name: string | RegExp) => dialog().getByRole('option', { name });
  const highlighted = () =>
    document.getElementById(field().query()?.getAttribute('aria-activedescendant') ?? '')?.textContent;
  const at = () => screen.address().pathname;
  const openHere = async (path: string, email?: string) => {
    await open(path, email);
    await pressKeys();
    await expect.element(field()).toHaveFocus();
  };

  it('says at which till a sale waits that was made without the server', async () => {
    const { code } = expectDone(
      await manager.post<{ code: string }>(
        '/tills',
        { name: 'Beside the door' },
        { headers: { 'X-Till': 'device-beside-the-door' } },
      ),
    );
    await openHere('/dashboard');
    await userEvent.fill(field(), `MNL-01-${code}A-X900001`);
    await isShown(
      dialog().getByText(`Recorded at ${code}, not sent yet. Take it back when ${code} is connected`),
    );
  });

  it('opens by its button and by Ctrl+K, offers pages by permission, and gives the focus back', async () => {
    await open('/dashboard', SELLER);
    const button = page.getByRole('button', { name: 'Go to anything' });
    await button.click();
    await expect.element(field()).toHaveFocus();
    await isShown(option('New Customer'));
    await isGone(option('Audit Log'));
    expect(await axeViolations()).toEqual([]);
    await userEvent.keyboard('{Escape}');
    await isGone(dialog());
    await expect.element(button).toHaveFocus();
    await pressKeys();
    await isShown(dialog());
    await field().fill('add cust');
    await expect.poll(highlighted).toContain('New Customer');
    await userEvent.keyboard('{Enter}');
    await expect.poll(at).toBe('/customers/new');
    await isGone(dialog());
  });

  it('gives the focus to the page that it opened, also to the one that was open already', async () => {
    await open('/dashboard');
    const main = page.getByRole('main');
    for (const before of ['Good ', 'Transfers']) {
      await isShown(page.getByRole('heading', { name: new RegExp(`^${before}`), level: 1 }));
      await page.getByRole('button', { name: 'Go to anything' }).click();
      await field().fill('transfers');
      await expect.poll(highlighted).toContain('Transfers');
      await userEvent.keyboard('{Enter}');
      await isShown(page.getByRole('heading', { name: 'Transfers', level: 1 }));
      await isGone(dialog());
      await expect.element(main).toHaveFocus();
    }
  });

  it('opens from a list of choices, whose letters are kept from it', async () => {
    await open('/dashboard', 'admin@demo.test');
    onTestFinished(listenToScanners(() => undefined));
    const stores = page.getByLabelText('Store', { exact: true });
    (stores.element() as HTMLElement).focus();
    const before = (stores.query() as HTMLSelectElement | null)?.value;
    await pressKeys();
    await expect.element(field()).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(stores).toHaveFocus();
    await userEvent.keyboard('d');
    expect((stores.query() as HTMLSelectElement | null)?.value).toBe(before);
  });

  it('is left from its field by one Tab, however much it lists', async () => {
    await openHere('/dashboard');
    await userEvent.keyboard('{Tab}');
    await expect.element(dialog().getByRole('button', { name: 'Close' })).toHaveFocus();
  });

  it('finds by a name, opens with the arrows and Enter, and remembers what was opened', async () => {
    await openHere('/dashboard');
    await field().fill('gotofredo any');
    await isShown(option(customer.name));
    expect([...document.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['Gotofredo Any']);
    expect(await axeViolations()).toEqual([]);
    await userEvent.keyboard('{ArrowDown}{ArrowUp}{Enter}');
    await expect.poll(at).toBe(`/customers/${customer.id}`);
    await pressKeys();
    await expect.poll(highlighted).toContain(customer.name);
    await field().fill('nothing like it');
    await isShown(option(/^Nothing fits “nothing like it”/));
  });

  it('asks once what was typed, and opens a whole number as soon as it is known', async () => {
    const [unit] = await serialsOnSale(manager, 1);
    await openHere('/dashboard');
    const { sent, release } = holdCall({ path: SEARCH, method: 'GET' });
    await userEvent.type(field(), unit?.code ?? '');
    await expect.poll(sent).toBe(1);
    await userEvent.keyboard('{Enter}');
    expect(at()).toBe('/dashboard');
    release();
    await expect.poll(at).toBe(`/inventory/${unit?.id}`);
  });

  it('takes a scan to the unit’s page, and leaves the cart of the till as it is', async () => {
    const [unit, other] = await serialsOnSale(manager, 2);
    await openHere('/pos', SELLER);
    onTestFinished(listenToScanners(() => undefined));
    const scans = watchCalls({ path: /\/pos\/scan$/, method: 'POST' });
    await pressAsScanner([...'NO-SUCH-CODE-1', 'Enter']);
    await isShown(option(/^Nothing fits “NO-SUCH-CODE-1”/));
    await expect.element(field()).toHaveValue('NO-SUCH-CODE-1');
    await pressAsScanner([...(unit?.code ?? ''), 'Enter']);
    await expect.poll(at).toBe(`/inventory/${unit?.id}`);
    await isGone(dialog());
    expect(scans).toEqual([]);
    await screen.goTo('/pos');
    await isShown(cart().getByText('Scan an item to start'));
    expect(other).toBeDefined();
  });

  it('says what could not be asked, and asks again', async () => {
    await openHere('/dashboard');
    const { mend } = failCalls({ path: SEARCH, status: 500, body: { message: 'Broken', code: 'internal' } });
    await field().fill('gotofredo');
    await isShown(option(/^Could not be looked for/));
    mend();
    await option(/^Could not be looked for/).click();
    await isShown(option(customer.name));
  });

  it('does not open over another dialog nor while a sale is paid, and asks before a form is left', async () => {
    const draft = await newDraft(await callerAs(SELLER));
    await open(`/pos/${draft.id}/payment`, SELLER);
    await expect.element(page.getByRole('button', { name: 'Go to anything' })).toBeDisabled();
    await pressKeys();
    await isGone(dialog());

    await open('/customers/new');
    await page.getByLabelText('Name', { exact: true }).fill('Not saved');
    await pressKeys();
    await field().fill('dashboard');
    await userEvent.keyboard('{Enter}');
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await isShown(question);
    expect(at()).toBe('/customers/new');
    await pressKeys();
    await isGone(dialog());
    await question.getByRole('button', { name: 'Stay' }).click();
    await expect.element(page.getByLabelText('Name', { exact: true })).toHaveValue('Not saved');
  });
});
