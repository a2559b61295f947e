import type { StaffRow } from '#contract/people.ts';
import type { Writer } from '../../db/access.ts';
import type { Session } from '../../http/call.ts';
import { letter, queueMail } from '../mail/mail.public.ts';
import { chainSettings } from '../settings/settings.public.ts';

/** Tells a person at their old email address of the new one: somebody else may have changed it. */
export async function tellOldAddress(
  writer: Writer,
  { id, name, email: recipient }: StaffRow,
  { email, session, now }: { email: string; session: Session; now: number },
): Promise<void> {
  const { shop_name: shopName } = await chainSettings(writer);
  const by = id === session.staff.id ? 'in your account itself' : `by ${session.staff.name}`;
  const mail = letter({
    recipient,
    subject: `Your email address at ${shopName} was changed`,
    paragraphs: [
      `Hello ${name},`,
      `the email address of your account at ${shopName} was changed ${by}. It is ${email} now: you sign in with that one from now on.`,
      'If you do not know of this, tell a manager at once: somebody else may be using your account.',
    ],
  });
  await queueMail(writer, mail, now);
}
