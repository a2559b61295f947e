import type { Spooler } from './spooler.ts';
import { runProgram, usualProgram, type ProgramLimits } from './run-program.ts';
import { PrinterUnreachable, PrintInterrupted } from './transport.ts';

// The output of CUPS' programs is parsed, so it must be English.
const inEnglish = { LC_ALL: 'C', LANG: 'C' };

/** CUPS on Linux and macOS: `lp -d QUEUE -o raw`, the job on its standard input; `lpstat` reports the queue's status. */
export function cupsSpooler(limits: ProgramLimits = usualProgram): Spooler {
  const find = async (queue: string) => {
    const missing = () => new PrinterUnreachable(`There is no print queue ${queue}`);
    // No CUPS queue has such a name, and it must not be taken for an option.
    if (queue.startsWith('-')) throw missing();
    const asked = runProgram('lpstat', ['-p', queue, '-a', queue], inEnglish, limits);
    await asked.feed(new Uint8Array());
    const { code, said } = await asked.end();
    if (code !== 0) throw missing();
    if (/ disabled since /.test(said)) {
      throw new PrinterUnreachable(`The print queue ${queue} is paused`, 'offline');
    }
    if (/ not accepting requests /.test(said)) {
      throw new PrinterUnreachable(`The print queue ${queue} takes no jobs`, 'offline');
    }
  };
  return {
    find,
    submit: async (queue, bytes, onFirstByte) => {
      await find(queue);
      onFirstByte();
      const lp = runProgram('lp', ['-d', queue, '-o', 'raw'], inEnglish, limits);
      if (!(await lp.feed(bytes))) lp.kill();
      const { code } = await lp.end();
      if (code !== 0) throw new PrintInterrupted(`The print queue ${queue} did not take the print`);
    },
  };
}
