import type { Spooler } from './spooler.ts';
import { runProgram, usualProgram, type ProgramLimits, type RunningProgram } from './run-program.ts';
import { obstacle } from './status.ts';
import { PrinterUnreachable, PrintInterrupted } from './transport.ts';
import { spoolScript } from './windows-spool-script.ts';

// Status and attributes of PRINTER_INFO_2. Source: Microsoft, "PRINTER_INFO_2 structure (winspool.h)".
const PAUSED = 0x1;
const PAPER_OUT = 0x10;
const OFFLINE = 0x80 | 0x1000;
const DOOR_OPEN = 0x40_0000;
const WORK_OFFLINE = 0x400;

/** The program to start and its arguments; another program for tests. */
export type PowerShell = { program: string; args: string[] };

const windowsPowerShell: PowerShell = {
  program: 'powershell.exe',
  args: [
    '-NoLogo',
    '-NoProfile',
    '-NonInteractive',
    '-ExecutionPolicy',
    'Bypass',
    '-EncodedCommand',
    Buffer.from(spoolScript, 'utf16le').toString('base64'),
  ],
};

/**
 * Windows' spooler: a PowerShell script opens the queue, reports its status, and passes its standard input on with the
 * data type RAW. The queue's name travels in the environment, base64, so that nothing in it is a command.
 */
export function windowsSpooler(
  limits: ProgramLimits = usualProgram,
  { program, args }: PowerShell = windowsPowerShell,
): Spooler {
  /** Starts the script and waits until it has opened the queue. */
  const open = async (queue: string, length: number): Promise<RunningProgram> => {
    const name = Buffer.from(queue, 'utf8').toString('base64');
    const env = { TINDAHAN_PRINT_QUEUE: name, TINDAHAN_PRINT_BYTES: String(length) };
    const script = runProgram(program, args, env, limits);
    const opened = await script.says(/^(?:OPEN (\d+) (\d+)|MISSING (\d+))\r?$/m);
    const reason = opened ? standsStill(queue, opened) : 'Windows’ print service does not answer';
    if (!reason) return script;
    script.kill();
    await script.end();
    throw new PrinterUnreachable(reason, opened?.[1] === undefined ? 'unreachable' : 'offline');
  };
  return {
    find: async (queue) => {
      const script = await open(queue, 0);
      script.kill();
      await script.end();
    },
    submit: async (queue, bytes, onFirstByte) => {
      const script = await open(queue, bytes.length);
      try {
        onFirstByte();
      } catch (fault) {
        script.kill();
        throw fault;
      }
      if (!(await script.feed(bytes))) script.kill();
      const { code, said } = await script.end();
      if (code === 0 && /^TAKEN \d+\r?$/m.test(said)) return;
      throw new PrintInterrupted(`The print queue ${queue} did not take the print`);
    },
  };
}

/** Returns why a queue would hold the job back; null if it would not. */
function standsStill(queue: string, [, status, attributes]: RegExpExecArray): string | null {
  if (status === undefined) return `There is no print queue ${queue}`;
  const has = (bits: number) => (Number(status) & bits) !== 0;
  if (has(DOOR_OPEN)) return obstacle('cover_open');
  if (has(PAPER_OUT)) return obstacle('out_of_paper');
  if (has(PAUSED)) return `The print queue ${queue} is paused`;
  if (has(OFFLINE) || (Number(attributes) & WORK_OFFLINE) !== 0) return obstacle('offline');
  return null;
}
