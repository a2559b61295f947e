/**
 * The files of a backup, and what can be restored from them.
 *
 * A base is the database file of one moment. Its generation's log, and those of all generations after it, hold every change since
 * then. The log of a generation is cut into segments, and the last of them says that the next generation follows.
 */
export type Base = { kind: 'base'; generation: number; at: number };
export type Segment = {
  kind: 'segment';
  generation: number;
  /** Its first byte in the generation's log, and the one after its last. */
  from: number;
  to: number;
  /** When it was copied: the changes until then are in it. */
  at: number;
  /** True for the end of its generation. */
  isLast: boolean;
};
export type BackupFile = Base | Segment;

const stamp = (at: number) => new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, '');
const unstamp = (text: string) =>
  Date.parse(text.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'));

/** Returns a file's name without its ending; names sort in the order in which the files are restored. */
export function nameOf(file: BackupFile): string {
  const generation = String(file.generation).padStart(8, '0');
  if (file.kind === 'base') return `${generation}-base-${stamp(file.at)}`;
  const range = [file.from, file.to].map((byte) => String(byte).padStart(12, '0')).join('-');
  return `${generation}-log-${range}-${stamp(file.at)}${file.isLast ? '-last' : ''}`;
}

const BASE = /^(\d{8})-base-(\d{8}T\d{6}Z)$/;
const SEGMENT = /^(\d{8})-log-(\d{12})-(\d{12})-(\d{8}T\d{6}Z)(-last)?$/;

/** Reads a file's name without its ending; null for another program's file. */
export function parseName(name: string): BackupFile | null {
  const base = BASE.exec(name);
  if (base) return { kind: 'base', generation: Number(base[1]), at: unstamp(base[2] ?? '') };
  const segment = SEGMENT.exec(name);
  if (!segment) return null;
  const [, generation, from, to, at, last] = segment;
  return {
    kind: 'segment',
    generation: Number(generation),
    from: Number(from),
    to: Number(to),
    at: unstamp(at ?? ''),
    isLast: last !== undefined,
  };
}

const isBase = (file: BackupFile): file is Base => file.kind === 'base';
const isSegment = (file: BackupFile): file is Segment => file.kind === 'segment';

/** A place in the log: how much of a generation is there already. */
export type LogPosition = { generation: number; copied: number };

/** Returns where the log goes on after a segment. */
export const positionAfter = ({ generation, to, isLast }: Segment): LogPosition =>
  isLast ? { generation: generation + 1, copied: 0 } : { generation, copied: to };

/** True if a segment ends at a position or before it. */
export const endsBy = ({ generation, to, isLast }: Segment, position: LogPosition): boolean =>
  generation < position.generation ||
  (generation === position.generation && to <= position.copied && !isLast);

/** Returns the segments that follow each other without a gap from a position on, in order. */
export function segmentsFrom(files: readonly BackupFile[], { generation, copied }: LogPosition): Segment[] {
  const waiting = files.filter(isSegment).toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  const chosen: Segment[] = [];
  let position = { generation, copied };
  for (const segment of waiting) {
    if (segment.generation !== position.generation || segment.from > position.copied) continue;
    if (segment.to < position.copied || (segment.to === position.copied && !segment.isLast)) continue;
    chosen.push(segment);
    position = positionAfter(segment);
  }
  return chosen;
}

/** A way to the newest state at or before a moment. */
export type RestorePlan = { base: Base; segments: Segment[]; at: number };

/** Finds the ways to the newest state until a moment: one from each base, the newest first. */
export function plansOf(files: readonly BackupFile[], until = Infinity): RestorePlan[] {
  const inTime = files.filter(({ at }) => at <= until);
  const bases = inTime.filter(isBase).toSorted((a, b) => b.generation - a.generation);
  return bases.map((base) => {
    const segments = segmentsFrom(inTime, { generation: base.generation, copied: 0 });
    return { base, segments, at: segments.at(-1)?.at ?? base.at };
  });
}

/** Chooses the files that lead to the newest state until a moment; null if no base is that old. */
export const planRestore = (files: readonly BackupFile[], until?: number): RestorePlan | null =>
  plansOf(files, until)[0] ?? null;

/** Returns the moment of the last file until a moment that a plan does not lead to, for one between is missing; null without one. */
export function unreachable(
  files: readonly BackupFile[],
  { at }: RestorePlan,
  until = Infinity,
): number | null {
  const last = Math.max(at, ...files.map((file) => file.at).filter((each) => each <= until));
  return last > at ? last : null;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** For how long a place keeps its files. */
export type Retention = {
  /** Milliseconds for which every minute can be restored. */
  segments: number;
  /** Days of which the last base is kept, and months. */
  days: number;
  months: number;
};

/** A second place keeps what a shop may want back; the server's own disk keeps what it needs to fill one. */
export const SECOND_PLACE: Retention = { segments: 48 * HOUR, days: 30, months: 12 };
export const OWN_DISK: Retention = { segments: 48 * HOUR, days: 3, months: 0 };

/** Returns the newest base of each period within the last `count` of them. */
function newestOfEach(
  bases: readonly Base[],
  count: number,
  now: number,
  periodOf: (at: number) => number,
): Base[] {
  const newest = new Map<number, Base>();
  for (const base of bases) {
    const period = periodOf(base.at);
    if (period <= periodOf(now) - count) continue;
    const known = newest.get(period);
    if (!known || known.at < base.at) newest.set(period, base);
  }
  return [...newest.values()];
}

function monthOf(at: number): number {
  const date = new Date(at);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

/** Returns the files that are kept no longer; never the newest base, nor a segment after the oldest base that needs it. */
export function expired(
  files: readonly BackupFile[],
  now: number,
  { segments, days, months }: Retention,
): BackupFile[] {
  const bases = files.filter(isBase).toSorted((a, b) => a.at - b.at);
  // A moment of the last days is restored from the base before it.
  const first = bases.findLast(({ at }) => at <= now - segments) ?? bases[0];
  if (!first) return [];
  const kept = new Set<BackupFile>([
    ...bases.filter(({ at }) => at >= first.at),
    ...newestOfEach(bases, days, now, (at) => Math.floor(at / DAY)),
    ...newestOfEach(bases, months, now, monthOf),
  ]);
  return files.filter((file) =>
    file.kind === 'base' ? !kept.has(file) : file.generation < first.generation,
  );
}
