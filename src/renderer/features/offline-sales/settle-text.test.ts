import { expect, it } from 'vitest';
import { saleToSettle } from '#contract/offline-sales.ts';
import { cameText, goodsOf } from './settle-text.ts';

const zones = 'Asia/Manila';
const lost = {
  id: 1,
  till: { id: 2, name: 'Counter 2', code: 'T2' },
  number: null,
  made_at: '2026-11-21T13:02:00+08:00',
  recorded_at: '2026-11-21T14:00:00+08:00',
  staff: null,
  total_amount: null,
  transaction: null,
  reasons: [],
  disputed: [],
  is_own: false,
  settled_at: null,
  settled_by: null,
  note: null,
};

it.each([
  [0, null, 'Nothing', 'What the till may have sold'],
  [
    1,
    '2026-11-21T15:20:00+08:00',
    '1 sale or shift, the last MNL-01-T2B-X000012, 3:20 PM',
    'What the till may have sold, 1 sale or shift came since',
  ],
  [
    2,
    '2026-11-22T15:20:00+08:00',
    '2 sales or shifts, the last MNL-01-T2B-X000012, Nov 22, 2026 3:20 PM',
    'What the till may have sold, 2 sales or shifts came since',
  ],
])('tells of a lost till what came since: %i', (count, recorded_at, came, goods) => {
  const last = recorded_at === null ? null : { number: 'MNL-01-T2B-X000012', recorded_at };
  const entry = saleToSettle.parse({ ...lost, came_since: { count, last, missing: 0 } });
  expect([cameText(entry, zones), goodsOf(entry)]).toEqual([came, goods]);
});
