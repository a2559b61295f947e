export { ownWords, refuseWeakPassword, weaknessOf } from './password-strength.rules.ts';
export { hashPassword } from './passwords.ts';
export { forgetEnded, identify } from './staff.usecases.ts';
