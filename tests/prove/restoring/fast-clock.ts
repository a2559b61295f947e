/** A clock of backups on which days pass in seconds; two processes have the same one. */
export type FastClock = { start: number; rate: number };

export const fastNow = ({ start, rate }: FastClock) => start + (Date.now() - start) * rate;

/** Returns the real moment of one of its moments. */
export const realOf = ({ start, rate }: FastClock, fast: number) => start + (fast - start) / rate;
