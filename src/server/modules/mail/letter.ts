import { escapeHtml } from '#domain/escape-html.ts';
import type { Mail } from './outbox.usecases.ts';

type Letter = { recipient: string; subject: string; paragraphs: readonly string[] };

const isLink = (paragraph: string) => /^https?:\/\/\S+$/.test(paragraph);

function asHtml(paragraph: string): string {
  const text = escapeHtml(paragraph);
  return isLink(paragraph) ? `<p><a href="${text}">${text}</a></p>` : `<p>${text}</p>`;
}

/** Makes a mail of paragraphs; one that is an address of a page becomes a link. */
export const letter = ({ recipient, subject, paragraphs }: Letter): Mail => ({
  recipient,
  subject,
  text: paragraphs.join('\n\n'),
  html: `<!doctype html>
<html lang="en">
<head><meta charset="utf-8" /><title>${escapeHtml(subject)}</title></head>
<body style="margin: 0; padding: 24px; background: #ffffff; color: #1b1b1b; font-family: sans-serif">
${paragraphs.map(asHtml).join('\n')}
</body>
</html>
`,
});
