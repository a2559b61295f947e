import { describe, expect, it } from 'vitest';
import { cardPlaces, type Placed } from './card-places.ts';

const keys = (...names: string[]): Placed[] => names.map((key) => ({ key }));
const hidden = (key: string): Placed => ({ key, headHidden: true });

describe('the places of a row’s cells on a card', () => {
  it('follow from the columns of every table: the first names the row', () => {
    expect(cardPlaces(keys('name', 'store', 'total', 'status'))).toEqual([
      'title',
      'pair',
      'amount',
      'state',
    ]);
  });

  it('are before the title and in the corner for columns without a head', () => {
    const columns = [hidden('pick'), ...keys('product', 'codes'), hidden('actions')];
    expect(cardPlaces(columns)).toEqual(['tick', 'title', 'pair', 'menu']);
  });

  it('are what a column says', () => {
    const columns: Placed[] = [
      { key: 'at', phone: 'line' },
      { key: 'what', phone: 'title' },
      { key: 'codes', phone: 'hidden' },
      { key: 'by' },
    ];
    expect(cardPlaces(columns)).toEqual(['line', 'title', 'hidden', 'pair']);
    expect(cardPlaces([{ key: 'at', phone: 'line' }, { key: 'what' }])).toEqual(['line', 'title']);
  });
});
