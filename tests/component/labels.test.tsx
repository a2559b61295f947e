import { beforeAll, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { z } from '#contract/zod.ts';
import type { inventory } from '#contract/inventory.ts';
import { pesos } from '#domain/receipt.ts';
import { pesosToCentavos } from '#domain/money.ts';
import { axeViolations } from '#tests/support/component/axe.ts';
import { callerAs, openScreen } from '#tests/support/component/open-screen.tsx';
import { watchPrinting } from '#tests/support/component/printing.ts';
import { isShown, isTold } from '#tests/support/component/shown.ts';
import { expectDone } from '#tests/support/selling.ts';

type Unit = z.input<typeof inventory.create.response>;
type List = z.input<typeof inventory.list.response>;

const MANAGER = 'store_manager@demo.test';
const SELLER = 'salesperson@demo.test';

/** Renders a page of labels as printed: its first label, at its real size. */
async function drawn(html: string) {
  const frame = document.createElement('iframe');
  frame.srcdoc = html;
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
  document.body.append(frame);
  await loaded;
  const label = frame.contentDocument?.querySelector('section');
  if (!label) throw new Error('There is no label');
  const { scrollWidth, scrollHeight, clientWidth, clientHeight } = label;
  const rows = [...label.querySelectorAll('p')].map(({ textContent }) => textContent);
  const codes = label.querySelectorAll('svg').length;
  frame.remove();
  return { rows, codes, overflow: [scrollWidth - clientWidth, scrollHeight - clientHeight] };
}

describe('Print label', () => {
  let unit: Unit;
  let price: string;
  beforeAll(async () => {
    const manager = await callerAs(MANAGER);
    const { data } = expectDone(
      await manager.get<List>('/inventory?status=available&category=new&per_page=200'),
    );
    const phone = data.find(({ imei }) => imei !== null);
    const made = await manager.post<Unit>('/inventory', {
      product_variation_id: phone?.product_variation.id,
      category: 'new',
      serial_number: `LABEL-${crypto.randomUUID().slice(0, 8).toUpperCase()}`,
    });
    unit = expectDone(made);
    price = pesos(pesosToCentavos(unit.product_variation.retail_price));
  });
  const press = (what = page.getByRole('button', { name: 'Print label' })) => what.click();

  it('on a unit’s page prints one label of it, which has all it needs and stays on 40 by 30 mm', async () => {
    await openScreen(`/inventory/${unit.id}`, { email: SELLER });
    const printed = watchPrinting();
    await press();
    await expect.poll(() => printed.length).toBe(1);
    const [html = ''] = printed;
    expect(html).toContain('@page{size:40mm 30mm;margin:0}');
    expect(html.match(/<section>/g)).toHaveLength(1);
    const { rows, codes, overflow } = await drawn(html);
    expect(rows[0]).toMatch(new RegExp(`${price.replace('.', '\\.')}$`));
    expect(rows).toContain(`SN ${unit.serial_number}`);
    expect(rows.join(' ')).toContain(unit.product_variation.product.name);
    expect([codes, overflow]).toEqual([1, [0, 0]]);
    expect(await axeViolations()).toEqual([]);
  });

  it('says that the label of a unit without any number has no code', async () => {
    const admin = await callerAs('admin@demo.test');
    const found = await admin.get<List>('/inventory?status=available&per_page=200');
    const none = expectDone(found).data.find(
      ({ imei, serial_number, qr_code }) => !imei && !serial_number && !qr_code,
    );
    await openScreen(`/inventory/${none?.id}`, { email: SELLER });
    const printed = watchPrinting();
    await press();
    await expect.poll(() => printed.length).toBe(1);
    await isTold('Label without a code');
  });

  it('is in the row’s menu of the list', async () => {
    await openScreen(`/inventory?search=${unit.serial_number}`, { email: SELLER });
    const printed = watchPrinting();
    const { product, name } = unit.product_variation;
    await page
      .getByRole('button', { name: `Actions for ${product.name}, ${name}, SN ${unit.serial_number}` })
      .click();
    await press(page.getByRole('menuitem', { name: 'Print label' }));
    await expect.poll(() => printed.length).toBe(1);
    expect(printed[0]).toContain(`SN ${unit.serial_number}`);
  });

  it('is offered of what is found from the till, and of nothing that the chain never had', async () => {
    await openScreen('/inventory/where-is', { email: SELLER });
    const printed = watchPrinting();
    const find = async (code: string) => {
      await page.getByRole('searchbox', { name: 'Serial number or IMEI' }).fill(code);
      await userEvent.keyboard('{Enter}');
    };
    await find('NO-SUCH-UNIT');
    await isShown(page.getByText('Not sold by us'));
    expect(page.getByRole('button', { name: 'Print label' }).query()).toBeNull();
    await find(unit.serial_number ?? '');
    await press();
    await expect.poll(() => printed.length).toBe(1);
    expect(printed[0]).toContain(`SN ${unit.serial_number}`);
    expect(await axeViolations()).toEqual([]);
  });
});
