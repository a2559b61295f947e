import { describe, expect, it } from 'vitest';
import { transferNumber, unitLabel, whereItShouldBe, whyNotSendable, type UnitPlace } from './transfers.ts';

const HERE = { id: 1, name: 'Makati – Ayala' };
const THERE = { id: 2, name: 'Cebu – IT Park' };
const place = (overrides: Partial<UnitPlace> = {}): UnitPlace => ({
  status: 'available',
  store: HERE,
  locked_by: null,
  transit: null,
  ...overrides,
});

describe('a unit that somebody wants to send', () => {
  it('can be sent where it stands free', () => {
    expect(whyNotSendable(place(), HERE.id)).toBeNull();
  });

  it.each([
    [{ store: THERE }, 'It stands at Cebu – IT Park'],
    [{ status: 'locked', locked_by: 'Joel Cruz' }, 'Joel Cruz holds it at a till'],
    [{ status: 'locked' }, 'It is held at a till'],
    [{ status: 'sold' }, 'It was sold'],
    [{ status: 'defective' }, 'It is defective'],
    [{ status: 'lost' }, 'It is marked as lost'],
    [{ status: 'returned' }, 'It went back to its supplier'],
    [
      { status: 'in_transit', transit: { number: 'TR-MNL-01-000007', to_store: THERE } },
      'It is in transit to Cebu – IT Park (TR-MNL-01-000007)',
    ],
  ] as [Partial<UnitPlace>, string][])('cannot be sent when it is %j', (overrides, text) => {
    expect(whyNotSendable(place(overrides), HERE.id)).toBe(text);
  });
});

it('says where a unit should be that came without being announced', () => {
  expect(whereItShouldBe(place())).toBe('Stands at Makati – Ayala');
  expect(whereItShouldBe(place({ status: 'sold' }))).toBe('Sold at Makati – Ayala');
});

it('numbers transfers by the store that sends', () => {
  expect(transferNumber('MNL-01', 123)).toBe('TR-MNL-01-000123');
});

it('knows a unit by its IMEI, else its serial number, else its QR code', () => {
  const codes = { imei: '356', serial_number: 'F2L', qr_code: 'QR-1' };
  expect(unitLabel(codes)).toBe('IMEI 356');
  expect(unitLabel({ ...codes, imei: null })).toBe('SN F2L');
  expect(unitLabel({ ...codes, imei: null, serial_number: null })).toBe('QR-1');
});
