/** Work that runs again and again until it is stopped. */
export type Repeated = {
  /** Runs the work now, or once more if it is running: for a process that has just got some. */
  wake: () => void;
  /** Resolves when the work that is running has ended. */
  stop: () => Promise<void>;
};

/** Runs work now and then every so many milliseconds, never twice at once; after a failure it rests for a while. */
export function repeat(
  work: (isStopping: () => boolean) => Promise<void>,
  { every, rest = 0 }: { every: number; rest?: number },
): Repeated {
  let last = Promise.resolve();
  let isRunning = false;
  let isAskedAgain = false;
  let isStopping = false;

  async function run(): Promise<void> {
    do {
      isAskedAgain = false;
      await work(() => isStopping);
    } while (isAskedAgain && !isStopping);
  }

  function turn(): void {
    if (isRunning || isStopping) return;
    isRunning = true;
    last = run().then(
      () => {
        isRunning = false;
      },
      (error: unknown) => {
        console.error(error);
        setTimeout(() => (isRunning = false), rest).unref();
      },
    );
  }

  turn();
  const timer = setInterval(turn, every);
  timer.unref();
  return {
    wake: () => {
      isAskedAgain = true;
      turn();
    },
    stop: async () => {
      isStopping = true;
      clearInterval(timer);
      await last;
    },
  };
}
