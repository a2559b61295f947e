import { expect, it } from 'vitest';
import { marginOf, priceProblems } from './product-prices.ts';

const HIGHER = { field: 'retail_price', message: 'Retail price should be higher than cost' };
const EXCEEDS = { field: 'minimum_price', message: 'Minimum price should not exceed retail price' };

it.each([
  [{ cost: 100, retail_price: 100, minimum_price: 100 }, []],
  [{ cost: 101, retail_price: 100 }, [HIGHER]],
  [{ cost: 0, retail_price: 100, minimum_price: 101 }, [EXCEEDS]],
  [{ cost: 500, retail_price: 100, minimum_price: 400 }, [HIGHER, EXCEEDS]],
  [{ retail_price: 100, minimum_price: null }, []],
  [{ retail_price: 100, used_retail_price: 150, used_minimum_price: 150 }, []],
  [
    { retail_price: 100, used_retail_price: 50, used_minimum_price: 51 },
    [{ field: 'used_minimum_price', message: 'Minimum price should not exceed retail price' }],
  ],
  [
    { retail_price: 100, refurbished_member_price: 50 },
    [{ field: 'refurbished_retail_price', message: 'Retail price is required beside other prices' }],
  ],
])('prices %j have the problems %j', (prices, problems) => {
  expect(priceProblems(prices)).toEqual(problems);
});

it('a margin is a share of the price', () => {
  expect([marginOf(100_000, 80_000), marginOf(100, 150), marginOf(0, 0)]).toEqual([2000, -5000, null]);
});
