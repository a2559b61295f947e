import { randomBytes } from 'node:crypto';
import { ApiError, fieldError } from '#contract/errors.ts';
import { PASSWORDS_DO_NOT_MATCH } from '#contract/staff.ts';
import type { Database, Writer } from '../../db/access.ts';
import { appendAudit, NOBODY } from '../../http/audit.ts';
import { hashToken } from '../../http/hash-token.ts';
import { letter, type Mail, queueMail } from '../mail/mail.public.ts';
import { chainSettings } from '../settings/settings.public.ts';
import { type Arrival, keepDevice, placeOf } from '../known-devices/known-devices.public.ts';
import {
  countFailure,
  endSessionsOf,
  findActiveByEmail,
  forgetFailures,
  hashPassword,
  type KeepRefusal,
  ownWords,
  refuseTooManyFailures,
  refuseWeakPassword,
  resetAskSubjects,
  resetSubjects,
  setPassword,
} from '../staff/staff.public.ts';
import { deleteResetsOf, findByReset, insertReset, takeReset } from './resets.repository.ts';

const VALID_FOR = 60 * 60_000;

type Asked = Arrival & { email: string; now: number };

/** Counts a request for a link; refuses too many with 429, by account and by place, for unknown accounts alike. */
export async function countAskedReset(database: Database, { now, ...asked }: Asked): Promise<void> {
  const email = asked.email.toLowerCase();
  const person = await findActiveByEmail(database.reader, email);
  const subjects = resetAskSubjects(email, await placeOf(database.reader, asked, person?.id));
  await refuseTooManyFailures(database, subjects, now);
  await countFailure(database, subjects, now);
}

/** Mails a reset link to an active account, does nothing for any other; `origin` is where the screens are served. */
export async function mailReset(
  database: Database,
  { email, address, now }: Asked,
  origin: string,
): Promise<void> {
  const person = await findActiveByEmail(database.reader, email.toLowerCase());
  if (!person) return;
  const token = randomBytes(32).toString('base64url');
  const { shop_name: shopName } = await chainSettings(database.reader);
  const link = `${origin}/reset-password?${new URLSearchParams({ token, email: person.email }).toString()}`;
  const mail = resetMail({ ...person, shopName, link });
  await database.write(async (writer) => {
    // Only the link that was sent last is valid.
    await deleteResetsOf(writer, person.id);
    await insertReset(writer, {
      token_hash: hashToken(token),
      staff_id: person.id,
      created_at: now,
      expires_at: now + VALID_FOR,
    });
    await queueMail(writer, mail, now);
    const done = { action: 'account.forgotPassword', params: { staffId: person.id }, subject: person };
    await appendAudit(writer, { ...NOBODY, ...done, address, now });
  });
}

type Reset = {
  token: string;
  email: string;
  password: string;
  password_confirmation: string;
} & Arrival;

/**
 * Checks a token and hashes the new password; returns what sets it, once. 422 `reset_link_invalid` for a token that is
 * wrong, used, an hour old or not the last one, 429 for too many guesses, 422 on its field for a weak password.
 */
export async function prepareReset(
  database: Database,
  { address, tillKey, ...reset }: Reset,
  now: number,
): Promise<(writer: Writer) => Promise<void>> {
  if (reset.password !== reset.password_confirmation) {
    throw fieldError('password_confirmation', PASSWORDS_DO_NOT_MATCH);
  }
  const email = reset.email.toLowerCase();
  const tokenHash = hashToken(reset.token);
  const person = await findByReset(database.reader, tokenHash, email, now);
  const audit = (writer: Writer, refused?: 'reset_link_invalid' | 'too_many_attempts') =>
    appendAudit(writer, {
      ...NOBODY,
      action: 'account.resetPassword',
      params: { staffId: person?.id },
      target: person,
      refused,
      address,
      now,
    });
  const keep: KeepRefusal = (writer, refused) =>
    audit(writer, refused === 'guess' ? 'reset_link_invalid' : refused);
  const place = await placeOf(database.reader, { address, tillKey }, person?.id);
  const subjects = resetSubjects(email, place);
  await refuseTooManyFailures(database, subjects, now);
  if (!person) {
    await countFailure(database, subjects, now, keep);
    throw new ApiError('reset_link_invalid');
  }
  const own = await ownWords(database.reader, person);
  await refuseWeakPassword(reset.password, { field: 'password', own, current: person.password_hash });
  const passwordHash = await hashPassword(reset.password);
  return async (writer) => {
    if (!(await takeReset(writer, tokenHash))) throw new ApiError('reset_link_invalid');
    await deleteResetsOf(writer, person.id);
    await setPassword(writer, person.id, passwordHash);
    await endSessionsOf(writer, person.id);
    await forgetFailures(writer, email, place);
    await keepDevice(writer, person.id, tillKey, now);
    await audit(writer);
  };
}

type Told = { name: string; email: string; shopName: string; link: string };

/** Writes the mail with the link for a new password. */
const resetMail = ({ name, email, shopName, link }: Told): Mail =>
  letter({
    recipient: email,
    subject: `Set a new password for ${shopName}`,
    paragraphs: [
      `Hello ${name},`,
      `somebody asked for a new password for your account at ${shopName}. Open this link within an hour to choose one:`,
      link,
      'If it was not you, do nothing: your password stays as it is.',
    ],
  });
