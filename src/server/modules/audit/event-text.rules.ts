import type { Route } from '#contract/define-route.ts';
import { errorTable, type ErrorCode } from '#contract/errors.ts';
import type { FieldChange } from '../../http/audit.ts';

/** What an audit event was done to, by the name of its id in a path: `transactionId`. */
export type TargetKind = string;

/** An audit event as text, as its call says them, and what it is done to. */
export type EventText = { what: string; target: TargetKind | null };

type Routes = Record<string, Record<string, Route>>;

const idIn = (path: string): string | null => /:(\w+)/.exec(path)?.[1] ?? null;

/** A call that makes something names no id; those that look at what it made do. */
function madeBy(list: string, paths: readonly string[]): string | null {
  const ofOne = paths.find(
    (other) => other.startsWith(`${list}/:`) && !other.slice(list.length + 2).includes('/'),
  );
  return ofOne === undefined ? null : idIn(ofOne.slice(list.length));
}

/** Every audit event that the API knows, by its action. */
export function eventTexts(contract: Routes): ReadonlyMap<string, EventText> {
  const paths = Object.values(contract).flatMap((routes) => Object.values(routes).map(({ path }) => path));
  const events = Object.entries(contract).flatMap(([module, routes]) =>
    Object.entries(routes).map(([name, { path, summary, auditTarget }]): [string, EventText] => [
      `${module}.${name}`,
      { what: summary, target: auditTarget ?? idIn(path) ?? madeBy(path, paths) },
    ]),
  );
  return new Map(events);
}

/** `receipt_footer` as people read it: `Receipt footer`. */
function fieldText(field: string): string {
  const text = field
    .split('.')
    .filter((part) => part !== 'settings')
    .join(' ')
    .replaceAll('_', ' ')
    .replace(/ ids?$/, '');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const NOTHING = '—';

function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return NOTHING;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.length ? value.map(valueText).join(', ') : NOTHING;
  if (typeof value === 'object') {
    const { name } = value as { name?: unknown };
    return typeof name === 'string' ? name : JSON.stringify(value);
  }
  return String(value);
}

/** A change in words: what became different, what it was and what it is. */
export const changeText = ({ field, before, after }: FieldChange) => ({
  what: fieldText(field),
  before: valueText(before),
  after: valueText(after),
});

/** Why something was not done; a reason that this version does not know stands as it was kept. */
export const refusalText = (code: string): string =>
  code in errorTable ? errorTable[code as ErrorCode].message : code;

/** An action of a call that there is no more. */
export function unknownEventText(action: string): EventText {
  const text = action.replace('.', ': ').replaceAll('_', ' ');
  return { what: text.charAt(0).toUpperCase() + text.slice(1), target: null };
}
