export { hashPassword } from './passwords.ts';
export { forgetEnded, identify } from './staff.usecases.ts';
