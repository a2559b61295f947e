import { lookupPageSuite } from '#tests/support/component/lookup-page.suite.tsx';

lookupPageSuite({
  path: '/manufacturers',
  title: 'Manufacturers',
  addLabel: 'Add Manufacturer',
  editLabel: 'Rename',
  inUse: 'Samsung',
  leadsTo: '/products?manufacturer_id=',
  offers: [
    ['admin@demo.test', true, true],
    ['store_manager@demo.test', true, true],
    ['salesperson@demo.test', false, false],
  ],
  stranger: 'finance@demo.test',
});
