import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { redact } from './redact.ts';

/** Bytes of the log's end that go into a mail. */
const TAIL_BYTES = 256 * 1024;

/** Returns the end of `till.log`, redacted once more; empty if there is none. */
export async function readLogEnd(folder: string): Promise<string> {
  const file = await open(join(folder, 'till.log')).catch(() => null);
  if (!file) return '';
  try {
    const { size } = await file.stat();
    const from = Math.max(0, size - TAIL_BYTES);
    const { buffer, bytesRead } = await file.read({ position: from, buffer: Buffer.alloc(size - from) });
    const text = buffer.toString('utf8', 0, bytesRead);
    // It may begin in the middle of a line.
    return redact(from > 0 ? text.slice(text.indexOf('\n') + 1) : text);
  } finally {
    await file.close();
  }
}
