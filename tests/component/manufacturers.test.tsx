import { beforeAll, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { callerAs, failCalls, openScreen, type OpenScreen } from '#tests/support/component/open-screen.tsx';
import type { Caller } from '#tests/support/http.ts';
import { expectDone } from '#tests/support/selling.ts';

const MANAGER = 'store_manager@demo.test';
const ADMIN = 'admin@demo.test';
const SELLER = 'salesperson@demo.test';
const LIST = /\/api\/v1\/manufacturers\?/;

const FAULT = { message: 'Something broke', code: 'server_error' };

describe('the list of manufacturers', () => {
  let admin: Caller;
  let screen: OpenScreen;
  beforeAll(async () => {
    admin = await callerAs(ADMIN);
  });
  const open = async (path = '/manufacturers', email = ADMIN) => {
    screen = await openScreen(path, { email });
  };
  const make = async (name: string) => expectDone(await admin.post('/manufacturers', { name }));
  const names = () => [...document.querySelectorAll('tbody td:first-child')].map((cell) => cell.textContent);
  const place = () =>
    page.getByRole('navigation', { name: 'Pages' }).getByRole('status').query()?.textContent;
  const search = () => page.getByRole('searchbox', { name: 'Name' });
  const addButtons = () => page.getByRole('button', { name: 'Add Manufacturer' });
  const dialog = () => page.getByRole('dialog');
  const notice = (text: string) =>
    expect.element(page.getByRole('region', { name: 'Notifications' }).getByText(text).first()).toBeVisible();
  const askToDelete = async (name: string) => {
    await open(`/manufacturers?search=${name}`);
    await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const question = page.getByRole('alertdialog', { name: `Delete ${name}?` });
    await question.getByRole('button', { name: `Delete ${name}` }).click();
    return question;
  };

  it('finds by name and turns pages, all in its address', async () => {
    await open();
    await expect.poll(place).toMatch(/^1–20 of \d+$/);
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect.poll(place).toMatch(/^21–/);
    await search().fill('SAM');
    await expect.poll(names).toEqual(['Samsung']);
    expect(screen.address().search).toBe('?search=SAM');
    await open('/manufacturers?search=nothing-like-it');
    await expect.element(search()).toHaveValue('nothing-like-it');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect.poll(place).toMatch(/^1–20 of \d+$/);
    expect(screen.address().search).toBe('');
  });

  it('adds one in a dialog, with the messages of its field, the server’s too', async () => {
    await open('/manufacturers?search=zenith', MANAGER);
    await addButtons().click();
    const add = dialog().getByRole('button', { name: 'Add Manufacturer' });
    await add.click();
    await expect.element(dialog().getByText('Name is required')).toBeVisible();
    await dialog().getByLabelText('Name').fill('samsung');
    await add.click();
    await expect.element(dialog().getByText('This name is taken')).toBeVisible();
    await dialog().getByLabelText('Name').fill('Zénith');
    await add.click();
    await notice('Zénith added');
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.poll(names).toEqual(['Zénith']);
  });

  it('deletes one after a question, and not while products have it', async () => {
    await make('Passing');
    await askToDelete('Passing');
    await notice('Passing deleted');
    await expect.element(page.getByText('No manufacturers for these filters')).toBeVisible();
    const question = await askToDelete('Samsung');
    await expect.element(question.getByRole('alert').getByText('It is in use.')).toBeVisible();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(names).toEqual(['Samsung']);
  });

  it.each([
    [ADMIN, 1, 1],
    [MANAGER, 1, 0],
    [SELLER, 0, 0],
  ])('offers %s what they may do, and nothing else', async (email, adding, acting) => {
    await open('/manufacturers?search=samsung', email);
    await expect.poll(names).toEqual(['Samsung']);
    expect(addButtons().elements()).toHaveLength(adding);
    expect(page.getByRole('button', { name: 'Actions for Samsung' }).elements()).toHaveLength(acting);
  });

  it('leads whoever may not enter to the dashboard', async () => {
    await open('/manufacturers', 'finance@demo.test');
    await expect.poll(() => screen.address().pathname).toBe('/dashboard');
  });

  it.each([
    [MANAGER, 'A name is enough to start.', 2],
    [SELLER, 'Manufacturers that a manager adds show here.', 0],
  ])('says to %s what to do when there are none', async (email, words, adding) => {
    const meta = { current_page: 1, from: null, to: null, last_page: 1, per_page: 20 };
    const nothing = { ...meta, total: 0, total_capped: false };
    failCalls({ path: LIST, status: 200, body: { data: [], meta: nothing, ...nothing } });
    await open('/manufacturers', email);
    await expect.element(page.getByText('No manufacturers yet')).toBeVisible();
    await expect.element(page.getByText(words)).toBeVisible();
    expect(addButtons().elements()).toHaveLength(adding);
  });

  it('says that it could not be loaded, and loads with Retry', async () => {
    // A server that is gone would be asked again by itself as soon as it is back.
    const { mend } = failCalls({ path: LIST, status: 500, body: FAULT });
    await open();
    await expect.element(page.getByText('Manufacturers could not be loaded')).toBeVisible();
    mend();
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect.poll(place).toMatch(/^1–20 of \d+$/);
  });
});
