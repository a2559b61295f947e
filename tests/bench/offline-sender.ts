import type { Enrolment, OfflineCompletion } from '#bridge/offline-sales.ts';
import { openSecretStore } from '#main/app/secret-store.ts';
import { openBackend, type Backend } from '#main/connection/backend.ts';
import { openKeptFile } from '#main/disk/kept-file.ts';
import { openOffline } from '#main/offline/offline.ts';
import { openSalesFile, salesTables } from '#main/offline/sales-file.ts';
import { plainVault } from '#tests/support/offline-sales.ts';

// Forked with FOLDER SERVER TOKEN: the till's own sales at work in a process of their own, as in the till. It does what it
// is asked, and answers each with one message.

export type Asked =
  /** `now` is the server's time. */
  | { kind: 'enrol'; enrolment: Enrolment; now: number }
  /** Cuts the line and makes sales. */
  | { kind: 'make'; completions: OfflineCompletion[] }
  /** Mends the line, and answers when nothing waits any more. */
  | { kind: 'send'; now: number };

/** `took`: milliseconds for each sale. */
export type Answered = { took: number[] } | { fault: string };

const [folder, url, token] = process.argv.slice(2);
if (!folder || !url || !token) throw new Error('Which folder, server and token?');

const server = openBackend({ url, trusted: null }, () => []);
let isCut = false;
const backend: Backend = {
  ...server,
  fetch: (...call) => (isCut ? Promise.reject(new Error('The line is cut')) : server.fetch(...call)),
};

let onAllSent: (() => void) | null = null;
const offline = openOffline({
  folder,
  openSecret: (file) => openSecretStore(file, plainVault),
  openFile: (file) =>
    openKeptFile(file, { open: openSalesFile, recovers: salesTables, onMended: () => undefined }),
  backend: () => backend,
  tillVersion: '1.0.0',
  readToken: () => token,
  onChange: ({ waiting }) => {
    // The till's page reads both at each change.
    void Promise.all([offline.state(), offline.sales()]);
    if (waiting > 0) return;
    onAllSent?.();
    onAllSent = null;
  },
});
await offline.start();

async function answer(asked: Asked): Promise<number[]> {
  if (asked.kind === 'enrol') {
    offline.heard(asked.now);
    if (!(await offline.enrol(asked.enrolment)).till) throw new Error('The till got no credential');
    return [];
  }
  if (asked.kind === 'send') {
    const started = performance.now();
    const sent = new Promise<void>((resolve) => (onAllSent = resolve));
    isCut = false;
    offline.heard(asked.now);
    await sent;
    return [performance.now() - started];
  }
  isCut = true;
  const took: number[] = [];
  for (const completion of asked.completions) {
    const started = performance.now();
    const made = await offline.complete(completion);
    if ('refused' in made) throw new Error(made.refused);
    took.push(performance.now() - started);
  }
  return took;
}

process.on('message', (asked: Asked) => {
  answer(asked).then(
    (took) => process.send?.({ took } satisfies Answered),
    (fault: unknown) => process.send?.({ fault: String(fault) } satisfies Answered),
  );
});
process.on('disconnect', () => {
  offline.stop();
  process.exit();
});
process.send?.({ took: [] } satisfies Answered);
