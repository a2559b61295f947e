export {
  countFailure,
  forgetFailures,
  pinSubjects,
  refuseTooManyFailures,
  resetAskSubjects,
  resetSubjects,
  setupSubjects,
  type KeepRefusal,
} from './guess-limits.ts';
export { isRightGuess } from './guesses.ts';
export { listPeople } from './people.usecases.ts';
export { ownWords, readGrants } from './staff.queries.ts';
export { refuseUnmanaged, requireOwnPassword, requirePerson } from './people.guards.ts';
export { refuseWeakPassword, weaknessOf } from './password-strength.rules.ts';
export { hashPassword } from './passwords.ts';
export { endSessionsOf, findStaff, setPassword, type StaffRow as StaffAccount } from './staff.repository.ts';
export {
  closeSession,
  findActiveByEmail,
  forgetEnded,
  identify,
  openSession,
  personAsCaller,
} from './staff.usecases.ts';
