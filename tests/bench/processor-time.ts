import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';

const MS_A_TICK = 10;

type Process = { parent: number; ms: number; ofEnded: number };

/** Reads what Linux tells of a process; null if there is none. */
function readProcess(pid: number | string): Process | null {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return null;
  }
  // The name in brackets may hold spaces; the parent is the second field after it.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const ticks = (from: number) => (fields[from] ?? 0) + (fields[from + 1] ?? 0);
  return { parent: fields[1] ?? 0, ms: ticks(11) * MS_A_TICK, ofEnded: ticks(13) * MS_A_TICK };
}

/** Milliseconds of processor time that a process has used. */
export const processorTime = (pid: number): number => readProcess(pid)?.ms ?? 0;

/** Milliseconds that a process and its children have used, also those that ended. */
export function processorTimeOfAll(pid: number): number {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(readProcess);
  const children = all.reduce((sum, child) => sum + (child?.parent === pid ? child.ms : 0), 0);
  const own = readProcess(pid);
  return children + (own ? own.ms + own.ofEnded : 0);
}

/** Finds the first process of the PostgreSQL at a URL, which must run on this machine. */
export async function findPostmaster(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    return readProcess(rows[0]?.pid ?? 0)?.parent ?? 0;
  } finally {
    await client.end();
  }
}
