import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import type { OutboxRow } from './outbox.repository.ts';

type OutgoingMail = Pick<OutboxRow, 'id' | 'recipient' | 'subject' | 'text' | 'html' | 'created_at'>;

/** A way to send mails. */
export type MailTransport = {
  /** The destination of mails, for the server's log: `are sent by …`. */
  where: string;
  /** Returns where this mail went; throws if it was not sent. */
  send: (mail: OutgoingMail) => Promise<string>;
};

/** The sender if none is configured; never used for SMTP. */
const NOBODY = 'Tindahan <no-reply@localhost>';

const SECOND = 1000;
/** Milliseconds; together far less than a claim on a mail lasts. */
const TIMEOUTS = { connectionTimeout: 10 * SECOND, greetingTimeout: 10 * SECOND, socketTimeout: 30 * SECOND };

/** Returns the same id at every attempt: a mail that arrives twice can be recognised as one. */
const messageId = (mail: OutgoingMail, host: string) => `<${mail.id}.${mail.created_at}@${host}>`;

function messageOf(mail: OutgoingMail, from: string) {
  const host = /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost';
  const { subject, text, html } = mail;
  const date = new Date(mail.created_at);
  return { from, to: mail.recipient, subject, text, html, date, messageId: messageId(mail, host) };
}

/** Sends by an SMTP server: `smtp://user:password@host:587`, or `smtps://` for TLS from the first byte. */
export function smtpTransport({ url, from }: { url: string; from: string }): MailTransport {
  const mailer = createTransport({ url, ...TIMEOUTS });
  const { host } = new URL(url);
  return {
    where: `are sent by ${host}`,
    send: async (mail) => {
      await mailer.sendMail(messageOf(mail, from));
      return `sent by ${host}`;
    },
  };
}

/** Writes each mail as a file that any mail program opens, for shops without an SMTP server. */
export function folderTransport({ folder, from = NOBODY }: { folder: string; from?: string }): MailTransport {
  const writer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    where: `are written to ${folder}`,
    send: async (mail) => {
      const { message } = await writer.sendMail(messageOf(mail, from));
      const file = path.join(folder, `${mail.id}.eml`);
      await mkdir(folder, { recursive: true });
      // Renamed when it is complete: no half-written mail ever has the name.
      await writeFile(`${file}.part`, message);
      await rename(`${file}.part`, file);
      return `written to ${file}`;
    },
  };
}

type MailSettings = { smtpUrl?: string; from?: string; dataDir: string };

const SMTP = /^smtps?:\/\/[^/]/;

/** Returns the transport that the environment names: SMTP_URL with MAIL_FROM, else files in the data folder. */
export function mailTransport({ smtpUrl, from, dataDir }: MailSettings): MailTransport {
  if (!smtpUrl) return folderTransport({ folder: path.join(dataDir, 'mail'), from: from || undefined });
  if (!SMTP.test(smtpUrl) || !URL.canParse(smtpUrl)) {
    throw new Error('SMTP_URL must look like smtp://user:password@host:587');
  }
  if (!from?.includes('@'))
    throw new Error('MAIL_FROM must name the sender of emails: Shop <shop@example.ph>');
  return smtpTransport({ url: smtpUrl, from });
}
