import { writeFileSync } from 'node:fs';
import { openPrintJournal } from '#main/printing/print-journal.ts';
import { startPrintQueue } from '#main/printing/print-queue.ts';
import { queueTransport } from '#main/printing/queue-transport.ts';
import { aReceipt } from '#tests/support/receipts.ts';
import { queuePrinter } from './print-queues.ts';

// A till that is killed in the middle of a job: it tells in a file when the first byte leaves. Its job is long enough to
// be killed in.
const [file = '', queue = '', begun = ''] = process.argv.slice(2);
const { send, look } = queueTransport({ queue });
const LONG = new Uint8Array(50_000_000).fill(0x41);
startPrintQueue({
  journal: openPrintJournal(file),
  readPrinter: () => queuePrinter(queue),
  connect: () => ({
    look,
    send: (_, onFirstByte) =>
      send(LONG, () => {
        onFirstByte();
        writeFileSync(begun, '');
      }),
  }),
  onStatus: () => undefined,
}).print({
  job_key: 'killed',
  document: { kind: 'receipt', receipt: aReceipt() },
  open_drawer: true,
  logo: null,
});
