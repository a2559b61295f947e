import { beforeAll, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Caller } from '#tests/support/http.ts';
import { expectDone } from '#tests/support/selling.ts';
import { axeViolations } from './axe.ts';
import { EMPTY_LIST, listPlace, rowMenu } from './list-rows.ts';
import { callerAs, failCalls, openScreen, type OpenScreen } from './open-screen.tsx';
import { isGone, isShown, isTold } from './shown.ts';

const ADMIN = 'admin@demo.test';
const FAULT = { message: 'Something broke', code: 'server_error' };

export type LookupPage = {
  path: string;
  /** The page's heading: "Manufacturers". */
  title: string;
  /** "Add Manufacturer" */
  addLabel: string;
  /** The fields of an entry besides its name, in the API's form. */
  more?: (name: string) => object;
  /** The menu's label for changing an entry, if it can be changed. */
  editLabel?: 'Rename' | 'Edit';
  /** Fills in the dialog's fields besides the name. */
  fill?: () => Promise<void>;
  /** The name of an entry of the demo shop that is in use, if any can be. */
  inUse?: string;
  /** The address that an entry's name leads to, without its id, if there is one: "/products?manufacturer_id=". */
  leadsTo?: string;
  /** The people who may open the page, with their rights to add, and to change or delete. */
  offers: readonly [email: string, mayAdd: boolean, mayChange: boolean][];
  /** A person who may not open it. */
  stranger: string;
};

/** Tests the behaviour of every lookup list with a page of its own, by itself and with the server's answers. */
export function lookupPageSuite(options: LookupPage): void {
  const { path, title, addLabel, more, editLabel, fill, inUse, leadsTo, ...people } = options;
  describe(`the list of ${title.toLowerCase()}`, () => {
    let admin: Caller;
    let screen: OpenScreen;
    const known = inUse ?? 'Known';
    beforeAll(async () => {
      admin = await callerAs(ADMIN);
      if (!inUse) await make(known);
    });
    const open = async (search = '', email = ADMIN) => {
      screen = await openScreen(path + search, { email });
    };
    const make = async (name: string) => expectDone(await admin.post(path, { name, ...more?.(name) }));
    const names = () =>
      [...document.querySelectorAll('tbody td:first-child')].map((cell) => cell.textContent);
    const search = () => page.getByRole('searchbox', { name: 'Name' });
    const addButtons = () => page.getByRole('button', { name: addLabel });
    const dialog = () => page.getByRole('dialog');
    const askToDelete = async (name: string) => {
      await open(`?search=${name}`);
      await rowMenu(name);
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      const question = page.getByRole('alertdialog', { name: `Delete ${name}?` });
      await question.getByRole('button', { name: `Delete ${name}` }).click();
      return question;
    };

    it('finds by name and turns pages, all in its address', async () => {
      for (let number = 10; number < 31; number += 1) await make(`Row ${number}`);
      await open('?search=row');
      await expect.poll(listPlace).toBe('1–20 of 21');
      await page.getByRole('button', { name: 'Next page' }).click();
      await expect.poll(names).toEqual(['Row 30']);
      expect(await axeViolations()).toEqual([]);
      expect(screen.address().search).toBe('?search=row&page=2');
      await search().fill('nothing like it');
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await expect.poll(() => screen.address().search).toBe('');
      await expect.element(search()).toHaveValue('');
      await expect.poll(() => names().length).toBe(20);
    });

    it.runIf(leadsTo)('leads from a name to its page', async () => {
      await open(`?search=${known}`);
      const link = page.getByRole('link', { name: known, exact: true });
      await isShown(link);
      expect(link.element().getAttribute('href')?.replace(/\d+$/, '')).toBe(leadsTo);
    });

    it('adds one in a dialog, with the messages of its field, the server’s too', async () => {
      await open('?search=zenith');
      await addButtons().first().click();
      const add = dialog().getByRole('button', { name: addLabel });
      await fill?.();
      await add.click();
      await isShown(dialog().getByText('Name is required'));
      await dialog().getByLabelText('Name').fill(known.toUpperCase());
      await add.click();
      await isShown(dialog().getByText('This name is taken'));
      expect(await axeViolations()).toEqual([]);
      await dialog().getByLabelText('Name').fill('Zénith');
      await add.click();
      await isTold('Zénith added');
      await isGone(dialog());
      await expect.poll(names).toEqual(['Zénith']);
    });

    it('is ordered by a click on the head of its names, in its address', async () => {
      for (const name of ['Order A', 'order B', 'Order C']) await make(name);
      await open('?search=order');
      await expect.poll(names).toEqual(['Order A', 'order B', 'Order C']);
      const head = page.getByRole('columnheader', { name: 'Name' });
      await expect.element(head).toHaveAttribute('aria-sort', 'ascending');
      await head.getByRole('button').click();
      await expect.poll(names).toEqual(['Order C', 'order B', 'Order A']);
      await expect.element(head).toHaveAttribute('aria-sort', 'descending');
      expect(screen.address().search).toBe('?search=order&sort=-name');
      await head.getByRole('button').click();
      await expect.poll(names).toEqual(['Order A', 'order B', 'Order C']);
    });

    it.runIf(editLabel)('changes one in a dialog that has what it was', async () => {
      await make('Before');
      await open('?search=before');
      expect(await rowMenu('Before')).toContain(editLabel);
      await page.getByRole('menuitem', { name: editLabel, exact: true }).click();
      const field = page.getByRole('dialog', { name: `${editLabel} Before` }).getByLabelText('Name');
      await expect.element(field).toHaveValue('Before');
      await field.fill(known.toUpperCase());
      const save = dialog().getByRole('button', { name: /^(Rename|Update)/ });
      await save.click();
      await isShown(dialog().getByText('This name is taken'));
      await field.fill('Before and after');
      await save.click();
      await isGone(dialog());
      await expect.poll(names).toEqual(['Before and after']);
    });

    it('deletes one after a question', async () => {
      await make('Passing');
      await askToDelete('Passing');
      await isTold('Passing deleted');
      await isShown(page.getByText(`No ${title.toLowerCase()} for these filters`));
    });

    it.runIf(inUse)('keeps one that something has', async () => {
      const question = await askToDelete(known);
      await isShown(question.getByRole('alert').getByText('It is in use.'));
      await expect.element(question.getByRole('button', { name: `Delete ${known}` })).toHaveFocus();
      await userEvent.keyboard('{Escape}');
      await isGone(question);
      await expect.poll(names).toEqual([known]);
    });

    it.each(people.offers)(
      'offers %s what they may do, and nothing else',
      async (email, mayAdd, mayChange) => {
        await open(`?search=${known}`, email);
        await expect.poll(names).toEqual([known]);
        expect(addButtons().elements()).toHaveLength(mayAdd ? 1 : 0);
        expect(page.getByRole('button', { name: `Actions for ${known}` }).elements()).toHaveLength(
          mayChange ? 1 : 0,
        );
      },
    );

    it('leads whoever may not enter to the dashboard', async () => {
      await open('', people.stranger);
      await expect.poll(() => screen.address().pathname).toBe('/dashboard');
    });

    // One of those who may add, and one of the others.
    const whoDiffer = people.offers.filter(
      ([, mayAdd], at, all) => all.findIndex(([, mayToo]) => mayToo === mayAdd) === at,
    );
    it.each(whoDiffer)('says to %s what to do when there are none', async (email, mayAdd) => {
      failCalls({ path: new RegExp(`${path}\\?`), status: 200, body: EMPTY_LIST });
      await open('', email);
      await isShown(page.getByText(`No ${title.toLowerCase()} yet`));
      expect(await axeViolations()).toEqual([]);
      expect(addButtons().elements()).toHaveLength(mayAdd ? 2 : 0);
    });

    it('says that it could not be loaded, and loads with Retry', async () => {
      // An unreachable server would be retried automatically as soon as it is back.
      const { mend } = failCalls({ path: new RegExp(`${path}\\?`), status: 500, body: FAULT });
      await open();
      await isShown(page.getByText(`${title} could not be loaded`));
      expect(await axeViolations()).toEqual([]);
      mend();
      await page.getByRole('button', { name: 'Retry' }).click();
      await expect.poll(() => names().length).toBe(20);
    });
  });
}
