import { escapeHtml } from '#domain/escape-html.ts';
import type { Mail } from '../mail/mail.public.ts';

type Told = { name: string; email: string; shopName: string; link: string };

/** The mail with the link by which somebody sets a new password. */
export function resetMail({ name, email, shopName, link }: Told): Mail {
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
