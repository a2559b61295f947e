import type { FastifyBaseLogger } from 'fastify';

const MINUTE = 60_000;

type Later = (work: () => void, milliseconds: number) => void;
const later: Later = (work, milliseconds) => setTimeout(work, milliseconds).unref();

/** Names an error by its code and message without figures, such as an id. */
const nameOf = (error: Error) =>
  `${'code' in error ? String(error.code) : error.name} ${error.message.replaceAll(/\d+/g, '#')}`;

/**
 * Logs an error of a route at once, and then counts those like it for a minute: a database that is away fails every call,
 * and a log of all of them fills the disk. The count is logged at the minute's end.
 */
export function logOnceAMinute(
  log: Pick<FastifyBaseLogger, 'error'>,
  afterwards: Later = later,
): (error: Error, route?: string) => void {
  const counts = new Map<string, number>();
  return (error, route = '') => {
    const name = nameOf(error);
    const key = `${route} ${name}`;
    const count = counts.get(key);
    counts.set(key, (count ?? 0) + 1);
    if (count !== undefined) return;
    log.error({ err: error, route });
    afterwards(() => {
      const more = (counts.get(key) ?? 1) - 1;
      counts.delete(key);
      if (more > 0) log.error({ route, more }, `${name}: ${more} more in the last minute`);
    }, MINUTE);
  };
}
