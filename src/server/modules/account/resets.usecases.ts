import { randomBytes } from 'node:crypto';
import { ApiError, fieldError } from '#contract/errors.ts';
import { PASSWORDS_DO_NOT_MATCH } from '#contract/staff.ts';
import { escapeHtml } from '#domain/escape-html.ts';
import type { Database, Writer } from '../../db/access.ts';
import { appendAudit, NOBODY } from '../../http/audit.ts';
import { type Mail, queueMail } from '../mail/mail.public.ts';
import { chainSettings } from '../settings/settings.public.ts';
import {
  countFailure,
  endSessionsOf,
  findActiveByEmail,
  forgetFailures,
  hashPassword,
  hashToken,
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

type Asked = { email: string; address: string; now: number };

/** Counts a request for a link; refuses too many with 429, by account and by address, for unknown accounts alike. */
export async function countAskedReset(database: Database, { email, address, now }: Asked): Promise<void> {
  const subjects = resetAskSubjects(email.toLowerCase(), address);
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
  address: string;
};

/**
 * Checks a token and hashes the new password; returns what sets it, once. 422 `reset_link_invalid` for a token that is
 * wrong, used, an hour old or not the last one, 429 for too many guesses, 422 on its field for a weak password.
 */
export async function prepareReset(
  database: Database,
  { address, ...reset }: Reset,
  now: number,
): Promise<(writer: Writer) => Promise<void>> {
  if (reset.password !== reset.password_confirmation) {
    throw fieldError('password_confirmation', PASSWORDS_DO_NOT_MATCH);
  }
  const email = reset.email.toLowerCase();
  const subjects = resetSubjects(email, address);
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
  await refuseTooManyFailures(database, subjects, now, keep);
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
    await forgetFailures(writer, email);
    await audit(writer);
  };
}

type Told = { name: string; email: string; shopName: string; link: string };

/** Writes the mail with the link for a new password. */
function resetMail({ name, email, shopName, link }: Told): Mail {
  const subject = `Set a new password for ${shopName}`;
  const before = [
    `Hello ${name},`,
    `somebody asked for a new password for your account at ${shopName}. Open this link within an hour to choose one:`,
  ];
  const after = 'If it was not you, do nothing: your password stays as it is.';
  const paragraph = (text: string) => `<p>${escapeHtml(text)}</p>`;
  return {
    recipient: email,
    subject,
    text: [...before, link, after].join('\n\n'),
    html: `<!doctype html>
<html lang="en">
<head><meta charset="utf-8" /><title>${escapeHtml(subject)}</title></head>
<body style="margin: 0; padding: 24px; background: #ffffff; color: #1b1b1b; font-family: sans-serif">
${before.map(paragraph).join('\n')}
<p><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>
${paragraph(after)}
</body>
</html>
`,
  };
}
