import { describe, expect, it } from 'vitest';
import { demoCatalogue } from './catalogue.ts';

const variations = demoCatalogue.flatMap((product) => product.variations);

describe('demoCatalogue', () => {
  it('is as large as a real electronics shop', () => {
    expect(demoCatalogue.length).toBeGreaterThanOrEqual(150);
    expect(variations.length).toBeGreaterThanOrEqual(400);
  });

  it('gives every product a SKU of its own', () => {
    const skus = demoCatalogue.map((product) => product.sku);
    expect(skus.filter((sku) => !/^[A-Z0-9-]+$/.test(sku))).toEqual([]);
    expect(skus.filter((sku, index) => skus.indexOf(sku) !== index)).toEqual([]);
  });

  it('gives every product a name of its own and a manufacturer', () => {
    const names = demoCatalogue.map((product) => product.name);
    expect(names.filter((name, index) => name.trim() === '' || names.indexOf(name) !== index)).toEqual([]);
    expect(demoCatalogue.filter((product) => product.manufacturer.trim() === '')).toEqual([]);
  });

  it('names the variations of a product differently', () => {
    const clashing = demoCatalogue.filter((product) => {
      const names = product.variations.map((variation) => variation.name);
      return names.length === 0 || names.includes('') || new Set(names).size !== names.length;
    });
    expect(clashing).toEqual([]);
  });

  it('asks a price in whole pesos for every variation', () => {
    expect(variations.filter(({ retail }) => !Number.isInteger(retail) || retail <= 0)).toEqual([]);
  });

  it('identifies every phone by IMEI and no cable, case or charger at all', () => {
    const misidentified = demoCatalogue.filter(({ type, variations }) => {
      if (type === 'phone') return variations.some(({ identified }) => identified !== 'imei');
      if (type === 'tablet') return variations.some(({ identified }) => identified === 'none');
      if (type === 'cable' || type === 'case' || type === 'charger') {
        return variations.some(({ identified }) => identified !== 'none');
      }
      return variations.some(({ identified }) => identified === 'imei');
    });
    expect(misidentified).toEqual([]);
  });

  it('has goods of every type', () => {
    expect(new Set(demoCatalogue.map((product) => product.type)).size).toBe(15);
  });
});
