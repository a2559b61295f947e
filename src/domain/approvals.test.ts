import { describe, expect, it } from 'vitest';
import { badgeCode, mayApprove, pinProblem, readBadge } from './approvals.ts';

describe('a PIN', () => {
  it.each(['000000', '777777', '123456', '567890', '654321', '109876'])(
    'that is a run is refused: %s',
    (pin) => {
      expect(pinProblem(pin)).toBe('This PIN is too easy to guess');
    },
  );

  it.each(['', '12345', '1234567', '24681a', ' 246810', '２４６８１０'])(
    'is six digits, which %j is not',
    (pin) => {
      expect(pinProblem(pin)).toBe('A PIN has 6 digits');
    },
  );

  it.each(['246810', '112233', '013579', '123465'])('may be %s', (pin) => {
    expect(pinProblem(pin)).toBeNull();
  });
});

describe('a badge', () => {
  const badge = { id: '0A1B2C3D', secret: 'ZYXWVTSRQPNMKJHGFEDC' };

  it('is read from its code, also as a scanner types it with Caps Lock', () => {
    expect(readBadge(badgeCode(badge))).toEqual(badge);
    expect(readBadge(` ${badgeCode(badge).toLowerCase()}\r`)).toEqual(badge);
  });

  it.each(['TB-0A1B2C3D', 'TB-0A1B2C3D-ZYX', 'QR-0A1B2C3D-ZYXWVTSRQPNMKJHGFEDC', '246810'])(
    'is none of other codes: %s',
    (code) => {
      expect(readBadge(code)).toBeNull();
    },
  );
});

describe('an approval', () => {
  it('is given by who may approve, of what they may do themselves', () => {
    const manager = { role: 'store_manager', permissions: ['approvals.give', 'transactions.void'] } as const;
    expect(mayApprove(manager, 'void')).toBe(true);
    expect(mayApprove(manager, 'no_sale')).toBe(true);
    expect(mayApprove(manager, 'refund')).toBe(false);
    expect(mayApprove({ ...manager, permissions: ['transactions.void'] }, 'void')).toBe(false);
    expect(mayApprove({ role: 'admin', permissions: [] }, 'discount')).toBe(true);
  });
});
