import { describe, expect, it } from 'vitest';
import { optionalText } from '#contract/codecs.ts';
import { customerForm } from '#contract/customers.ts';
import { unitForm } from '#contract/inventory.ts';
import { productForm, variationForm } from '#contract/products.ts';
import { fieldsOf } from '#contract/shapes.ts';
import { fieldLabel } from '#domain/import-fields.ts';
import { formIn } from '#server/modules/imports/kind-rules.ts';

/** The forms that each kind of import fills; `named`: fields whose column has another name; `unasked`: without a column. */
const forms = [
  {
    kind: 'customers',
    form: customerForm,
    named: { customer_group_id: 'customer_group', signup_channel_id: 'signup_channel' },
    unasked: [],
  },
  {
    kind: 'products',
    form: productForm,
    named: { product_type_id: 'product_type', manufacturer_id: 'manufacturer' },
    unasked: ['scanned_numbers', 'status'],
  },
  { kind: 'products', form: variationForm, named: { name: 'variation' }, unasked: [] },
  {
    kind: 'inventory',
    form: unitForm,
    named: { product_variation_id: 'variation', supplier_id: 'supplier' },
    unasked: [],
  },
] as const;

describe('the fields that a file can bring', () => {
  it.each(forms)('are all of the form of $kind', ({ kind, form, named, unasked }) => {
    const names: Readonly<Record<string, string>> = named;
    const without = fieldsOf(form as typeof customerForm).filter((field) => {
      const name = names[field] ?? field;
      // A column has a label of its own.
      return fieldLabel(kind, name) === name;
    });
    expect(without).toEqual(unasked);
  });

  it('include one that a form gets later', () => {
    const later = customerForm.extend({ tax_id: optionalText(20).optional() });
    const cells = { name: 'Ana Reyes', phone: '0917 555 0101', notes: '', tax_id: '123-456-789' };
    expect(later.parse(formIn(later, cells))).toEqual({ ...cells, notes: null });
  });
});
