import { expect, it } from 'vitest';
import { onEveryEngine } from '#tests/support/server.ts';
import { tillShop } from '#tests/support/till/till-shop.ts';

onEveryEngine('a unit that goes into the cart', (start) => {
  const at = tillShop(start);

  it('is counted off its card once, with the variation that it is of', async () => {
    const till = await at.openTill();
    const { id: unitId, imei } = at.unit(0);
    const variationId = at.shop.variation.id;
    await till.scan(imei);
    expect(till.marked).toEqual([{ unitId, variationId }]);
    await till.scan(imei);
    expect(till.titles()).toEqual(['Already in the cart']);
    expect(till.marked).toHaveLength(1);
    await till.addItem(at.unit(1).id);
    expect(till.marked.at(-1)).toEqual({ unitId: at.unit(1).id, variationId });
  });
});
