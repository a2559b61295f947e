import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { Screen } from '#renderer/app/screens.tsx';
import { DataTable } from '#renderer/ui/data-table.tsx';
import { Page } from '#renderer/ui/page-header.tsx';
import { axeViolations } from '#tests/support/component/axe.ts';
import { openScreen } from '#tests/support/component/open-screen.tsx';
import { isShown } from '#tests/support/component/shown.ts';

const LENGTH = 400;
const rows = Array.from({ length: LENGTH }, (_, place) => ({ id: place + 1 }));

const list: Screen = {
  path: '/long-list',
  title: 'Tried',
  permission: 'signed_in',
  load: () =>
    Promise.resolve(() => (
      <Page>
        <h1>Long</h1>
        {/* As every page has: it is scrolled by the keys from here. */}
        <button type="button">Filters</button>
        <DataTable
          label="Long"
          columns={[
            { key: 'name', head: 'Name', cell: ({ id }) => `Unit ${id}` },
            { key: 'codes', head: 'Codes', cell: ({ id }) => `Code ${id}` },
          ]}
          rows={rows}
          rowKey={({ id }) => id}
        />
        <p>Below it</p>
      </Page>
    )),
};

describe('a list of very many rows', () => {
  afterEach(() => page.viewport(1366, 768));
  const drawn = () => document.querySelectorAll('tbody tr[data-index]').length;

  it('scrolls with its page where rows are cards, and draws those in sight', async () => {
    await page.viewport(390, 844);
    await openScreen('/long-list', { email: 'store_manager@demo.test', withMenu: true, more: [list] });
    await isShown(page.getByText('Unit 1', { exact: true }));
    const main = document.querySelector('main') as HTMLElement;
    const boxes = [...main.querySelectorAll('*')].filter(
      (each) =>
        each.scrollHeight > each.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(each).overflowY),
    );
    expect([boxes, drawn() < 60]).toEqual([[], true]);
    expect(await axeViolations()).toEqual([]);
    // The height of cards out of sight is a guess until they are drawn.
    await expect
      .poll(() => {
        main.scrollTop = main.scrollHeight;
        return document.querySelector(`[data-index="${LENGTH - 1}"]`)?.getBoundingClientRect().bottom ?? 0;
      })
      .toBeGreaterThan(0);
    const [last, below] = [`Unit ${LENGTH}`, 'Below it'].map((text) =>
      page.getByText(text, { exact: true }).element().getBoundingClientRect(),
    );
    expect([(last?.bottom ?? 0) < (below?.top ?? 0), (below?.bottom ?? 0) <= window.innerHeight]).toEqual([
      true,
      true,
    ]);
    // Cards are as far apart as in a short list.
    const [one, two] = [LENGTH - 1, LENGTH].map((id) =>
      page.getByText(`Unit ${id}`, { exact: true }).element().closest('tr')?.getBoundingClientRect(),
    );
    expect(Math.round((two?.top ?? 0) - (one?.bottom ?? 0))).toBe(8);
  });
});
