import type { Route } from '#contract/define-route.ts';
import { errorTable, type ErrorCode } from '#contract/errors.ts';
import type { FieldChange } from '../../http/audit.ts';

/** What a deed was done to, by the name of its id in a path: `transactionId`. */
export type SubjectKind = string;

/** A deed in words, as its call says them, and what it is done to. */
export type Deed = { what: string; subject: SubjectKind | null };

type Routes = Record<string, Record<string, Route>>;

const idIn = (path: string): string | null => /:(\w+)/.exec(path)?.[1] ?? null;

/** A call that makes something names no id; those that look at what it made do. */
function madeBy(list: string, paths: readonly string[]): string | null {
  const ofOne = paths.find(
    (other) => other.startsWith(`${list}/:`) && !other.slice(list.length + 2).includes('/'),
  );
  return ofOne === undefined ? null : idIn(ofOne.slice(list.length));
}

/** Every deed that the API knows, by its action. */
export function deedsOf(contract: Routes): ReadonlyMap<string, Deed> {
  const paths = Object.values(contract).flatMap((routes) => Object.values(routes).map(({ path }) => path));
  const deeds = Object.entries(contract).flatMap(([area, routes]) =>
    Object.entries(routes).map(([name, { path, summary, auditTarget }]): [string, Deed] => [
      `${area}.${name}`,
      { what: summary, subject: auditTarget ?? idIn(path) ?? madeBy(path, paths) },
    ]),
  );
  return new Map(deeds);
}

/** `receipt_footer` as people read it: `Receipt footer`. */
function fieldWords(field: string): string {
  const words = field
    .split('.')
    .filter((part) => part !== 'settings')
    .join(' ')
    .replaceAll('_', ' ')
    .replace(/ ids?$/, '');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const NOTHING = '—';

function valueWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return NOTHING;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.length ? value.map(valueWords).join(', ') : NOTHING;
  if (typeof value === 'object') {
    const { name } = value as { name?: unknown };
    return typeof name === 'string' ? name : JSON.stringify(value);
  }
  return String(value);
}

/** A change in words: what became different, what it was and what it is. */
export const changeWords = ({ field, before, after }: FieldChange) => ({
  what: fieldWords(field),
  before: valueWords(before),
  after: valueWords(after),
});

/** Why something was not done; a reason that this version does not know stands as it was kept. */
export const refusalWords = (code: string): string =>
  code in errorTable ? errorTable[code as ErrorCode].message : code;

/** An action of a call that there is no more. */
export function unknownDeed(action: string): Deed {
  const words = action.replace('.', ': ').replaceAll('_', ' ');
  return { what: words.charAt(0).toUpperCase() + words.slice(1), subject: null };
}
