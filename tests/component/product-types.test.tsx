import { lookupPageSuite } from '#tests/support/component/lookup-page.suite.tsx';

lookupPageSuite({
  path: '/product-types',
  title: 'Product Types',
  addLabel: 'Add Product Type',
  more: () => ({ requires_serial: false }),
  editLabel: 'Edit',
  inUse: 'Phone',
  offers: [
    ['admin@demo.test', true, true],
    ['store_manager@demo.test', true, true],
    ['salesperson@demo.test', false, false],
  ],
  stranger: 'finance@demo.test',
});
