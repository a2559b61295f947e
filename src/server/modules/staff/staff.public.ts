export {
  countFailure,
  forgetFailures,
  refuseTooManyFailures,
  resetAskSubjects,
  resetSubjects,
  setupSubjects,
  type KeepRefusal,
} from './login-limits.ts';
export { ownWords, refuseWeakPassword, weaknessOf } from './password-strength.rules.ts';
export { hashPassword } from './passwords.ts';
export { endSessionsOf, setPassword } from './staff.repository.ts';
export { hashToken } from './token-hash.ts';
export { findActiveByEmail, forgetEnded, identify } from './staff.usecases.ts';
