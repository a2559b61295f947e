import type { Route } from '#contract/define-route.ts';
import { errorTable, type ErrorCode } from '#contract/errors.ts';
import type { FieldChange } from '../../http/audit.ts';

/** The kind of an audit target: the name of its id in a path, such as `transactionId`. */
export type TargetKind = string;

/** An audit event as text, and the kind of its target. */
export type EventText = { what: string; target: TargetKind | null };

type Routes = Record<string, Record<string, Route>>;

const idIn = (path: string): string | null => /:(\w+)/.exec(path)?.[1] ?? null;

/** Returns the target kind of a call that makes something: its path has no id, so the path of what it made is used. */
function madeBy(list: string, paths: readonly string[]): string | null {
  const ofOne = paths.find(
    (other) => other.startsWith(`${list}/:`) && !other.slice(list.length + 2).includes('/'),
  );
  return ofOne === undefined ? null : idIn(ofOne.slice(list.length));
}

/** The texts of events that are no call of the API: commands of the server, and its own work beside a call. */
const COMMANDS: [string, EventText][] = [
  ['stores.nextInvoice', { what: 'Set the next invoice number, at the server', target: 'storeId' }],
  [
    'stores.invoicesBehind',
    { what: 'Set the next invoice number, as a till knew a later one', target: 'storeId' },
  ],
  ['stores.trustClock', { what: 'Date invoices by the clock again, at the server', target: 'storeId' }],
];

/** Returns the text of every audit event that the API and the server's commands know, by action. */
export function eventTexts(contract: Routes): ReadonlyMap<string, EventText> {
  const paths = Object.values(contract).flatMap((routes) => Object.values(routes).map(({ path }) => path));
  const events = Object.entries(contract).flatMap(([module, routes]) =>
    Object.entries(routes).map(([name, { path, summary, auditTarget }]): [string, EventText] => [
      `${module}.${name}`,
      { what: summary, target: auditTarget ?? idIn(path) ?? madeBy(path, paths) },
    ]),
  );
  return new Map([...events, ...COMMANDS]);
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

/** Returns a change as text: the field, its value before and after. */
export const changeText = ({ field, before, after }: FieldChange) => ({
  what: fieldText(field),
  before: valueText(before),
  after: valueText(after),
});

/** Returns a refusal's message; an unknown error code stays as it is. */
export const refusalText = (code: string): string =>
  code in errorTable ? errorTable[code as ErrorCode].message : code;

/** Returns the text of an action whose call no longer exists. */
export function unknownEventText(action: string): EventText {
  const text = action.replace('.', ': ').replaceAll('_', ' ');
  return { what: text.charAt(0).toUpperCase() + text.slice(1), target: null };
}
