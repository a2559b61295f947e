import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMailWorker } from '#server/modules/mail/delivery.usecases.ts';
import { queueMail } from '#server/modules/mail/outbox.usecases.ts';
import { queueReceipt, receiptMail } from '#server/modules/mail/receipt-mail.usecases.ts';
import { folderTransport, mailTransport, smtpTransport } from '#server/modules/mail/transports.ts';
import { openDatabase } from '#server/db/open.ts';
import { aReceipt } from '#tests/support/receipts.ts';
import { HOUR, MINUTE, onEveryEngine, type TestServer } from '#tests/support/server.ts';
import { startSmtpServer, type SmtpServer } from '#tests/support/smtp-server.ts';

const FROM = 'Makati Shop <shop@example.ph>';
const hello = { recipient: 'ana@example.ph', subject: 'Hello', text: 'Hello Ana', html: '<p>Hello Ana</p>' };

/** Decodes a mail's text from quoted-printable. */
const decoded = (data: string) => {
  const bytes = data
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
};

onEveryEngine('a mail', (start) => {
  let server: TestServer;
  let smtp: SmtpServer;
  let lines: string[];
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await server.database.write((writer) => writer.deleteFrom('outbox').execute());
    smtp = await startSmtpServer();
    lines = [];
  });
  afterEach(() => smtp.close());

  const mailWorker = (transport = smtpTransport({ url: smtp.url, from: FROM }), database = server.database) =>
    createMailWorker({ database, clock: server.clock.now, transport, log: (line) => lines.push(line) });
  const queue = (mail = hello) =>
    server.database.write((writer) => queueMail(writer, mail, server.clock.now()));
  const outbox = () => server.database.reader.selectFrom('outbox').selectAll().orderBy('id').execute();

  it('leaves by SMTP, once, with plain text and HTML', async () => {
    await queue();
    await mailWorker().deliverDue();
    await mailWorker().deliverDue();
    expect(smtp.mails).toHaveLength(1);
    const [mail] = smtp.mails;
    expect(mail).toMatchObject({ from: 'shop@example.ph', to: 'ana@example.ph' });
    expect(mail?.data).toMatch(/^From: Makati Shop <shop@example\.ph>$/m);
    expect(mail?.data).toMatch(/^Subject: Hello$/m);
    expect(mail?.data).toContain('multipart/alternative');
    expect(mail?.data).toContain('Hello Ana');
    expect(mail?.data).toContain('<p>Hello Ana</p>');
    const [row] = await outbox();
    expect(row).toMatchObject({ sent_at: server.clock.now(), attempts: 1, last_error: null });
    expect(lines).toEqual([`email ${row?.id} sent by ${new URL(smtp.url).host}`]);
  });

  it('that was never committed never leaves', async () => {
    const failing = server.database.write(async (writer) => {
      await queueMail(writer, hello, server.clock.now());
      throw new Error('The sale was refused');
    });
    await expect(failing).rejects.toThrow('The sale was refused');
    await mailWorker().deliverDue();
    expect([smtp.mails, smtp.connections]).toEqual([[], 0]);
  });

  it('is sent again when the connection broke, and arrives once', async () => {
    await queue();
    smtp.mood = 'hangs up';
    await mailWorker().deliverDue();
    expect(smtp.mails).toEqual([]);
    expect((await outbox())[0]).toMatchObject({ sent_at: null, attempts: 1 });
    expect((await outbox())[0]?.last_error).toBeTruthy();
    smtp.mood = 'takes';
    await mailWorker().deliverDue();
    expect(smtp.mails).toEqual([]);
    server.clock.advance(MINUTE);
    await mailWorker().deliverDue();
    expect(smtp.mails).toHaveLength(1);
    expect((await outbox())[0]).toMatchObject({ attempts: 2, last_error: null });
  });

  it('waits while no server answers at all', async () => {
    await queue();
    const { url } = smtp;
    await smtp.close();
    await mailWorker(smtpTransport({ url, from: FROM })).deliverDue();
    expect((await outbox())[0]?.last_error).toContain('ECONNREFUSED');
    smtp = await startSmtpServer();
    server.clock.advance(MINUTE);
    await mailWorker().deliverDue();
    expect(smtp.mails).toHaveLength(1);
  });

  it('is tried with growing pauses, ten times, and then given up with the last reason', async () => {
    await queue();
    smtp.mood = 'refuses';
    const pauses: number[] = [];
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      await mailWorker().deliverDue();
      const [row] = await outbox();
      expect(row?.attempts).toBe(attempt);
      expect(row?.last_error).toContain('No such mailbox');
      const pause = (row?.next_attempt_at ?? 0) - server.clock.now();
      pauses.push(pause / MINUTE);
      server.clock.advance(pause - 1);
      const before = smtp.connections;
      if (pause > 0) await mailWorker().deliverDue();
      expect(smtp.connections).toBe(before);
      server.clock.advance(1);
    }
    expect(pauses.slice(0, 4)).toEqual([1, 5, 15, 60]);
    expect(pauses.slice(0, 9)).toEqual(pauses.slice(0, 9).toSorted((a, b) => a - b));
    expect(lines.at(-1)).toContain('given up');
    smtp.mood = 'takes';
    server.clock.advance(1000 * HOUR);
    await mailWorker().deliverDue();
    expect(smtp.mails).toEqual([]);
  });

  it('is sent by one of several servers that look at the same time', async () => {
    for (let no = 0; no < 12; no += 1) await queue({ ...hello, subject: `Hello ${no}` });
    // SQLite belongs to one process; its mail workers share a handle.
    const isShared = server.database.engine === 'sqlite';
    const other = isShared ? server.database : await openDatabase(server.location);
    try {
      const mailWorkers = [
        mailWorker(),
        mailWorker(undefined, other),
        mailWorker(),
        mailWorker(undefined, other),
      ];
      await Promise.all(mailWorkers.map(({ deliverDue }) => deliverDue()));
      const subjects = smtp.mails.map(({ data }) => /^Subject: (.*)$/m.exec(data)?.[1]?.trim());
      expect(subjects.toSorted()).toEqual(Array.from({ length: 12 }, (_, no) => `Hello ${no}`).toSorted());
      expect((await outbox()).map((row) => row.attempts)).toEqual(Array<number>(12).fill(1));
    } finally {
      if (!isShared) await other.close();
    }
  });

  it('whose server died while sending is taken over when its claim has ended', async () => {
    await queue();
    const dying = mailWorker({ where: 'nowhere', send: () => new Promise(() => undefined) });
    void dying.deliverDue();
    while ((await outbox())[0]?.attempts !== 1) await new Promise((resolve) => setImmediate(resolve));
    await mailWorker().deliverDue();
    server.clock.advance(10 * MINUTE);
    expect(smtp.mails).toEqual([]);
    await mailWorker().deliverDue();
    expect(smtp.mails).toHaveLength(1);
  });

  it('is sent outside of every transaction: others write meanwhile', async () => {
    await queue();
    const meanwhile: string[] = [];
    await mailWorker({
      where: 'here',
      send: async () => {
        await queue({ ...hello, recipient: 'joel@example.ph' });
        meanwhile.push('written');
        return 'sent';
      },
    }).deliverDue();
    expect(meanwhile[0]).toBe('written');
    expect((await outbox()).length).toBeGreaterThan(1);
  });

  it('is a file where no SMTP server is set, and the log says which', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'tindahan-mail-'));
    try {
      const mails = path.join(folder, 'mail');
      await queue({ ...hello, subject: 'Salamat, Niño' });
      await mailWorker(folderTransport({ folder: mails })).deliverDue();
      const [row] = await outbox();
      expect(await readdir(mails)).toEqual([`${row?.id}.eml`]);
      const text = await readFile(path.join(mails, `${row?.id}.eml`), 'utf8');
      expect(text).toMatch(/^To: ana@example\.ph\r$/m);
      expect(text).toContain('Hello Ana');
      expect(lines).toEqual([`email ${row?.id} written to ${path.join(mails, `${row?.id}.eml`)}`]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('waits while its folder cannot be written', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'tindahan-mail-'));
    try {
      const blocked = path.join(folder, 'mail');
      await writeFile(blocked, 'a file in the way');
      await queue();
      await mailWorker(folderTransport({ folder: blocked })).deliverDue();
      expect((await outbox())[0]).toMatchObject({ sent_at: null, attempts: 1 });
      await rm(blocked);
      server.clock.advance(MINUTE);
      await mailWorker(folderTransport({ folder: blocked })).deliverDue();
      expect(await readdir(blocked)).toHaveLength(1);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('with a receipt holds its rows, and no name in it can become HTML', async () => {
    const receipt = aReceipt({ shop_name: 'Bits & <b>Bytes</b>', staff_name: 'Niño "Nin" Cruz' });
    const now = server.clock.now();
    const asked = { recipient: 'ana@example.ph', transactionId: 1, staffId: 1, now };
    await server.database.write((writer) => queueReceipt(writer, receipt, asked));
    await mailWorker().deliverDue();
    const [mail] = smtp.mails;
    const text = decoded(mail?.data ?? '');
    expect(text).toContain(`Invoice  ${receipt.invoice_number}`);
    expect(text).toContain('Niño "Nin" Cruz');
    expect(text).toContain('Niño &quot;Nin&quot; Cruz');
    expect(text).toContain('BITS &amp; &lt;B&gt;BYTES&lt;/B&gt;');
  });
});

describe('a receipt as a mail', () => {
  const receipt = aReceipt({ shop_name: 'Bits & <b>Bytes</b>' });
  const mail = receiptMail(receipt);

  it('says in its subject which receipt of which shop it is', () => {
    expect(mail.subject).toBe(`Your receipt ${receipt.invoice_number} from Bits & <b>Bytes</b>`);
  });

  it.each([
    ['void', 'VOID: receipt', /\*\*\* VOID \*\*\*/],
    ['refunded', 'REFUNDED: receipt', /\*\*\* REFUNDED \*\*\*/],
  ] as const)('of a sale that is %s says so in its subject and in its rows', (status, subject, stamp) => {
    const takenBack = receiptMail({ ...receipt, taken_back: { status, at: 0, payouts: [] } });
    expect(takenBack.subject).toBe(`${subject} ${receipt.invoice_number} from Bits & <b>Bytes</b>`);
    expect(takenBack.text).toMatch(stamp);
    expect(takenBack.html).not.toContain('Thank you for buying');
  });

  it('has rows of 42 columns at most', () => {
    const rows = mail.text.split('\n');
    expect(Math.max(...rows.map((row) => row.length))).toBe(42);
    expect(rows).toContain('-'.repeat(42));
  });

  it('is HTML in which every tag is closed and the receipt stands in <pre>', () => {
    const open: string[] = [];
    for (const [, slash, name, end] of mail.html.matchAll(/<(\/?)([a-z]+)[^>]*?(\/?)>/g)) {
      if (slash) expect(open.pop()).toBe(name);
      else if (!end) open.push(name ?? '');
    }
    expect(open).toEqual([]);
    const shown = /<pre[^>]*>([^<]*)<\/pre>/.exec(mail.html)?.[1] ?? '';
    const plain = shown
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&amp;', '&');
    expect(plain).toBe(mail.text);
  });
});

describe('the way mails leave', () => {
  it('is the folder `mail` of the data folder unless SMTP_URL says otherwise', () => {
    expect(mailTransport({ dataDir: '/data' }).where).toBe('are written to /data/mail');
    const smtp = mailTransport({
      dataDir: '/data',
      smtpUrl: 'smtp://me:secret@mail.example:587',
      from: FROM,
    });
    expect(smtp.where).toBe('are sent by mail.example:587');
  });

  it.each([
    ['mail.example', FROM, 'SMTP_URL'],
    ['https://mail.example', FROM, 'SMTP_URL'],
    ['smtp://mail.example', undefined, 'MAIL_FROM'],
    ['smtp://mail.example', 'Makati Shop', 'MAIL_FROM'],
  ])('by %s from %s is refused', (smtpUrl, from, name) => {
    expect(() => mailTransport({ dataDir: '/data', smtpUrl, from })).toThrow(name);
  });
});
