import { describe, expect, it } from 'vitest';
import { contract } from '#contract/index.ts';
import { changeText, eventTexts } from './event-text.rules.ts';

describe('the text of an audit event', () => {
  const texts = eventTexts(contract);
  const done = (action: string) => texts.get(action)?.done;

  it('says in the past what was done', () => {
    expect(done('transactions.void')).toBe('Voided a sale');
    expect(done('payments.verify')).toBe('Verified a pending payment');
    expect(done('transfers.cancel')).toBe('Cancelled a transfer');
    expect(done('payments.create')).toBe('Took a payment');
    expect(done('stores.deactivate')).toBe('Deactivated a store');
  });

  it('says of a refused one that it was tried', () => {
    expect(texts.get('transactions.void')?.tried).toBe('Tried to void a sale');
  });

  it('names a status as its badge does, and any other value as it is', () => {
    const status = { field: 'status', before: 'pending', after: 'partial' };
    expect(changeText(status)).toEqual({ what: 'Status', before: 'Pending', after: 'In Progress' });
    const arrived = { field: 'status', before: 'in_transit', after: 'Received' };
    expect(changeText(arrived)).toMatchObject({ before: 'In transit', after: 'Received' });
    expect(changeText({ ...status, field: 'notes' })).toMatchObject({ before: 'pending', after: 'partial' });
  });

  it('names the parts of what was not there before', () => {
    const prices = { retail_price: 1000, minimum_price: null, used: true };
    expect(changeText({ field: 'prices', before: prices, after: null })).toEqual({
      what: 'Prices',
      before: 'Retail price 1000, Used Yes',
      after: '—',
    });
  });

  it('speaks of somebody else', () => {
    expect(done('staff.updatePassword')).toBe('Changed their password');
    expect(done('staff.makeBadge')).toBe('Made themselves a badge');
    expect([...texts.values()].filter((text) => /\byour/.test(`${text.done} ${text.tried}`))).toEqual([]);
  });
});
