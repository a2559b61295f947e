import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:fs';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { openDeviceLine } from '#main/printing/device-line.ts';
import { openPty } from '#tests/support/pty.ts';
import { shortLimits, shortTransport } from '#tests/support/printer-lines.ts';
import { startVirtualPrinter, type VirtualPrinterOptions } from '#tests/support/virtual-printer.ts';
import { statusSuite } from './status.suite.ts';
import { transportSuite } from './transport.suite.ts';

/** A printer behind a real character device of the kernel: a pseudo-terminal. */
async function printerBehindDevice(options: VirtualPrinterOptions) {
  const printer = await startVirtualPrinter(options);
  const pty = await openPty(printer.port);
  const close = async () => {
    await pty.close();
    await printer.close();
  };
  return { printer, pty, open: () => openDeviceLine({ path: pty.path }, shortLimits), close };
}

transportSuite('device', 'sent', async (mood) => {
  const { printer, pty, open, close } = await printerBehindDevice({ answersStatus: false });
  if (mood === 'stalls') printer.fault = 'stalled';
  if (mood === 'resets') printer.plan({ fault: 'reset', at: 100 });
  if (mood === 'off') await pty.unplug();
  return { transport: shortTransport(open, false), taken: () => printer.printed, close };
});

statusSuite('device', 'sent', async (options = {}) => {
  const { printer, open, close } = await printerBehindDevice(options);
  return { transport: shortTransport(open, true), printer, close };
});

const hasReader = (file: string) =>
  open(file, constants.O_WRONLY | constants.O_NONBLOCK).then(
    (opened) => opened.close().then(() => true),
    () => false,
  );

/** A pipe of the kernel: a device that takes bytes and never answers. */
transportSuite('pipe', 'sent', async (mood) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tindahan-pipe-'));
  const file = path.join(folder, 'lp0');
  await once(spawn('mkfifo', [file]), 'exit');
  const printer = await startVirtualPrinter();
  if (mood === 'stalls') printer.fault = 'stalled';
  if (mood === 'resets') printer.plan({ fault: 'reset', at: 100 });
  // Opened both ways, the pipe has a reader during the whole test.
  const reader =
    mood === 'off' ? null : spawn('socat', ['-u', `open:${file},rdwr`, `tcp:127.0.0.1:${printer.port}`]);
  if (reader) await expect.poll(() => hasReader(file)).toBe(true);
  return {
    transport: shortTransport(() => openDeviceLine({ path: file }, shortLimits), false),
    taken: () => printer.printed,
    close: async () => {
      reader?.kill('SIGKILL');
      await printer.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
});

it('prints into no ordinary file that bears the name of a device', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tindahan-file-'));
  const file = path.join(folder, 'lp0');
  await writeFile(file, '');
  const transport = shortTransport(() => openDeviceLine({ path: file }, shortLimits), false);
  await expect(transport.send(Buffer.from('a'), () => undefined)).rejects.toThrow(
    `${file} is a file, not a device`,
  );
  await rm(folder, { recursive: true });
});
