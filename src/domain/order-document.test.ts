import { describe, expect, it } from 'vitest';
import {
  orderGreeting,
  orderHtml,
  orderMailSubject,
  orderDocumentText,
  withoutCosts,
  type OrderDocument,
} from './order-document.ts';

const document: OrderDocument = {
  transaction_number: 'PO-MNL-01-000123',
  shop_name: 'Gadgets & More',
  ordered_on: '2026-11-21',
  ordered_by: 'Ana Reyes',
  is_cancelled: false,
  is_closed: false,
  supplier: {
    name: 'Luzon <Mobile>',
    contact_person: 'Carmela Yulo',
    address: '14F Tower\nPasig City',
    phone: null,
    email: 'orders@luzon.test',
  },
  deliver_to: { name: 'Makati – Ayala', address: null, phone: '+63 2 8634' },
  notes: 'By "Friday"',
  items: [
    {
      product: 'iPhone 15',
      variation: '128 GB, Black',
      sku: 'IP15',
      barcode: '4800000000017',
      quantity: 1200,
      given_up: 0,
      unit_cost: 18_500_00,
      total_cost: 22_200_000_00,
    },
    {
      product: 'Cable',
      variation: '1 m',
      sku: 'CAB',
      barcode: null,
      quantity: 1,
      given_up: 0,
      unit_cost: 50,
      total_cost: 50,
    },
  ],
  total_quantity: 1201,
  total_amount: 22_200_000_50,
};

describe('an order as a document', () => {
  it('says as text who wants what, where, and what each comes to', () => {
    expect(orderDocumentText(document)).toBe(
      `Purchase order PO-MNL-01-000123 from Gadgets & More

Ordered November 21, 2026 by Ana Reyes

Supplier
Luzon <Mobile>
Carmela Yulo
14F Tower
Pasig City
orders@luzon.test

Deliver to
Makati – Ayala
+63 2 8634

1. iPhone 15, 128 GB, Black (IP15 · 4800000000017): 1,200 at ₱18,500.00 = ₱22,200,000.00
2. Cable, 1 m (CAB): 1 at ₱0.50 = ₱0.50

Total: 1,201 units, ₱22,200,000.50

Notes
By "Friday"`,
    );
  });

  it('says the same as a page, whatever signs stand in it', () => {
    const html = orderHtml(document, 'For you & yours');
    for (const text of [
      'Gadgets &amp; More',
      'Luzon &lt;Mobile&gt;',
      '14F Tower<br>Pasig City',
      'By &quot;Friday&quot;',
      'For you &amp; yours',
      '₱22,200,000.50',
      'size:A4',
    ]) {
      expect(html).toContain(text);
    }
    expect(html).not.toContain('undefined');
    expect(html.match(/<th /g)).toHaveLength(5);
  });

  it('has no costs for whoever sees none, neither as a page nor as text', () => {
    const plain = withoutCosts(document);
    const html = orderHtml({ ...plain, notes: null });
    expect(`${orderDocumentText(plain)}${html}`).not.toMatch(/₱|cost/i);
    expect(html).not.toContain('Notes');
    expect(html.match(/<th /g)).toHaveLength(3);
    expect(orderDocumentText(plain)).toContain('(CAB): 1\n\nTotal: 1,201 units\n');
  });

  it('of a cancelled order says so first', () => {
    const cancelled = { ...document, is_cancelled: true };
    expect(orderMailSubject(cancelled)).toBe(
      'CANCELLED: purchase order PO-MNL-01-000123 from Gadgets & More',
    );
    expect(orderHtml(cancelled)).toContain('>CANCELLED: Purchase order PO-MNL-01-000123<');
    expect(orderHtml(document)).not.toContain('CANCELLED');
    expect(orderGreeting(cancelled)).toBe('Our order PO-MNL-01-000123 is cancelled. Deliver nothing of it.');
    expect(orderGreeting(document)).toContain('delivered to Makati – Ayala');
  });

  it('of one whose rest was closed asks for nothing, and names what is given up', () => {
    const [first, second] = document.items;
    if (!first || !second) throw new Error('The paper has no two rows');
    const closed = { ...document, is_closed: true, items: [first, { ...second, given_up: 1_999 }] };
    expect(orderMailSubject(closed)).toBe('CLOSED: purchase order PO-MNL-01-000123 from Gadgets & More');
    expect(orderGreeting(closed)).toMatch(
      /^What was left of our order PO-MNL-01-000123 is given up\. Deliver no/,
    );
    for (const text of [orderDocumentText(closed), orderHtml(closed)]) {
      expect(text).toContain('(1,999 given up)');
      expect(text).toContain('Given up: 1,999 units. Deliver no more of this order.');
    }
    expect(orderDocumentText(closed)).toContain('2. Cable, 1 m (CAB): 1 (1,999 given up) at ₱0.50 = ₱0.50');
  });
});
