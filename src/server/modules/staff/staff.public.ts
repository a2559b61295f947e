export {
  countFailure,
  forgetFailures,
  pinSubjects,
  refuseTooManyFailures,
  resetAskSubjects,
  resetSubjects,
  setupSubjects,
  type KeepRefusal,
} from './login-limits.ts';
export { ownWords, readGrants } from './staff.queries.ts';
export { requireOwnPassword } from './own-password.guards.ts';
export { refuseWeakPassword, weaknessOf } from './password-strength.rules.ts';
export { hashPassword, isPassword } from './passwords.ts';
export { refuseUnmanaged, requirePerson } from './people.guards.ts';
export { endSessionsOf, findStaff, setPassword, type StaffRow as StaffAccount } from './staff.repository.ts';
export { hashToken } from './token-hash.ts';
export { closeSession, findActiveByEmail, forgetEnded, identify, openSession } from './staff.usecases.ts';
