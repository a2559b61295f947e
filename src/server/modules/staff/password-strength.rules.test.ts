import { describe, expect, it } from 'vitest';
import { hashPassword } from './passwords.ts';
import { refuseWeakPassword, weaknessOf } from './password-strength.rules.ts';

const own = ['Maria Clara Santos', 'mclara@santos-phones.ph', 'Tindahan ni Aling Nena'];

describe('a password is refused', () => {
  it.each([
    ['a1-b2$c', 'Password must be at least 8 characters'],
    // The commonest, plain and disguised.
    ['password', 'leaked'],
    ['Password1', 'leaked'],
    ['P@ssw0rd123', 'leaked'],
    ['sunshine!!', 'leaked'],
    ['iloveyou2', 'leaked'],
    ['football2026', 'leaked'],
    ['trustno1', 'leaked'],
    ['12dragon45', 'leaked'],
    ['aaaaaaaaa', 'repeats'],
    ['xk4xk4xk4xk4', 'repeats'],
    ['77889977', 'repeats'],
    ['lkjhgfds987654', 'row of keys'],
    ['Abcdefgh-4321', 'row of keys'],
    ['mariaclara', 'mostly a name'],
    ['Santos-2345', 'mostly a name'],
    ['mclara#7', 'mostly a name'],
    ['alingnena12', 'mostly a name'],
  ])('%s', (password, why) => {
    expect(weaknessOf(password, own)).toContain(why);
  });

  it('when it is the one they have', async () => {
    const current = await hashPassword('blue lantern 42');
    const choice = { field: 'new_password', own, current };
    await expect(refuseWeakPassword('blue lantern 42', choice)).rejects.toMatchObject({
      code: 'validation_failed',
      fields: { new_password: ['This is the current password. Choose another one'] },
    });
    await refuseWeakPassword('blue lantern 43', choice);
  });
});

it.each([
  'demo-pass-1',
  'blue lantern 42',
  'maria sells phones on sundays',
  'correct horse battery staple',
  'x9$Kq2!v',
  'ñandú y café',
  '   ocho8   ',
])('%s is good enough', (password) => {
  expect(weaknessOf(password, own)).toBeNull();
});
