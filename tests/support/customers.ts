import type { Page } from 'playwright-core';
import type { z } from 'zod';
import type { customer, customers } from '#contract/customers.ts';
import type { CustomerGroupSlug } from '#domain/pricing.ts';
import type { customerGroup } from '#contract/shapes.ts';
import type { Caller } from './http.ts';
import { expectDone } from './selling.ts';

export type WireCustomer = z.input<typeof customer>;

let made = 0;

/** Adds a customer, in a group if given, with a phone number of their own. */
export async function addCustomer(
  caller: Caller,
  name: string,
  group: CustomerGroupSlug | null = null,
): Promise<WireCustomer> {
  made += 1;
  const groups = expectDone(await caller.get<z.input<typeof customerGroup>[]>('/customer-groups'));
  const customer_group_id = groups.find(({ slug }) => slug === group)?.id ?? null;
  const phone = `0917 555 ${String(made).padStart(4, '0')}`;
  return expectDone(await caller.post<WireCustomer>('/customers', { name, phone, customer_group_id }));
}

/** Returns the names in the server's answer to a page's search for a text; to be called before the text is typed. */
export async function answerTo(page: Page, text: string): Promise<string[]> {
  const response = await page.waitForResponse((answer) => {
    const { pathname, searchParams } = new URL(answer.url());
    return pathname.endsWith('/customers') && searchParams.get('search') === text;
  });
  const { data } = (await response.json()) as z.input<typeof customers.list.response>;
  return data.map(({ name }) => name);
}
