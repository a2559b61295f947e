/** Runs a program of the system to its end, and throws where it refuses. */
export type Run = (tool: string, ...words: string[]) => void;

/** A computer on which the server is set up: where its parts lie, and what starts it. */
export type Host = {
  /** The folder of the server's program, written by administrators alone. Each version lies in a folder of its own. */
  program: string;
  /** The shop's data. */
  data: string;
  /** The name of Node's program. */
  node: string;
  /** Makes the data folder, accessible to the server and administrators alone. */
  keepData: (run: Run) => void;
  /** Lets the computer start the server of a version's folder, now and whenever it starts itself. */
  start: (version: string, run: Run) => void;
  /** Ends the server, which starts no more. */
  remove: (run: Run) => void;
};

/** Task Scheduler or systemd refused something. */
export class Unscheduled extends Error {
  override name = 'Unscheduled';
}

/** Runs the program that schedules what the computer starts. */
export function schedule(run: Run, tool: string, ...words: string[]): void {
  try {
    run(tool, ...words);
  } catch (cause) {
    throw new Unscheduled(`${tool} ${words.join(' ')} was refused`, { cause });
  }
}
