import type { Route } from '#contract/define-route.ts';
import { errorTable, type ErrorCode } from '#contract/errors.ts';
import { orderStatusLabels } from '#domain/purchase-orders.ts';
import type { FieldChange } from '../../http/audit.ts';

/** The kind of an audit target: the name of its id in a path, such as `transactionId`. */
export type TargetKind = string;

/** An audit event as text, done and refused, and the kind of its target. */
export type EventText = { done: string; tried: string; target: TargetKind | null };

type Routes = Record<string, Record<string, Route>>;

const idIn = (path: string): string | null => /:(\w+)/.exec(path)?.[1] ?? null;

/** Returns the target kind of a call that makes something: its path has no id, so the path of what it made is used. */
function madeBy(list: string, paths: readonly string[]): string | null {
  const ofOne = paths.find(
    (other) => other.startsWith(`${list}/:`) && !other.slice(list.length + 2).includes('/'),
  );
  return ofOne === undefined ? null : idIn(ofOne.slice(list.length));
}

/** Verbs of the summaries whose past is not that of most verbs. */
const IRREGULAR: Readonly<Record<string, string>> = {
  cancel: 'cancelled',
  draw: 'drew',
  find: 'found',
  get: 'got',
  give: 'gave',
  go: 'went',
  hold: 'held',
  keep: 'kept',
  lay: 'laid',
  make: 'made',
  put: 'put',
  say: 'said',
  see: 'saw',
  send: 'sent',
  set: 'set',
  take: 'took',
  tell: 'told',
};

/** `void` as `voided`, `verify` as `verified`. */
function pastOf(verb: string): string {
  const irregular = IRREGULAR[verb];
  if (irregular !== undefined) return irregular;
  if (verb.endsWith('e')) return `${verb}d`;
  return /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ied` : `${verb}ed`;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * Returns what the log says of a call: `Void a sale` as `Voided a sale` and, refused, `Tried to void a sale`. What a summary
 * explains behind its first comma is left out, and the log tells it of somebody else.
 */
function textsOf(summary: string): Pick<EventText, 'done' | 'tried'> {
  const ofSomebody = summary.replaceAll(/\byour\b/g, 'their').replaceAll('yourself', 'themselves');
  const [act = ''] = ofSomebody.split(/[,:;]/);
  const [first = '', ...rest] = act.split(' ');
  const verb = first.toLowerCase();
  return {
    done: capital([pastOf(verb), ...rest].join(' ')),
    tried: `Tried to ${[verb, ...rest].join(' ')}`,
  };
}

/** The texts of events that are no call of the API: commands of the server, and its own work beside a call. */
const COMMANDS: Readonly<Record<string, string>> = {
  'stores.nextInvoice': 'Set the next invoice number, at the server',
  'stores.invoicesBehind': 'Set the next invoice number, as a till knew a later one',
  'stores.trustClock': 'Dated invoices by the clock again, at the server',
};

/** Returns the text of every audit event that the API and the server's commands know, by action. */
export function eventTexts(contract: Routes): ReadonlyMap<string, EventText> {
  const paths = Object.values(contract).flatMap((routes) => Object.values(routes).map(({ path }) => path));
  const events = Object.entries(contract).flatMap(([module, routes]) =>
    Object.entries(routes).map(([name, route]): [string, EventText] => [
      `${module}.${name}`,
      {
        ...textsOf(route.summary),
        target: route.auditTarget ?? idIn(route.path) ?? madeBy(route.path, paths),
      },
    ]),
  );
  const commands = Object.entries(COMMANDS).map(([action, done]): [string, EventText] => [
    action,
    { done, tried: done, target: 'storeId' },
  ]);
  return new Map([...events, ...commands]);
}

/** `receipt_footer` as people read it: `Receipt footer`; `buyer_tin`: `Buyer TIN`. */
function fieldText(field: string): string {
  const text = field
    .split('.')
    .filter((part) => part !== 'settings')
    .join(' ')
    .replaceAll('_', ' ')
    .replace(/ ids?$/, '')
    .replaceAll(/\btin\b/g, 'TIN');
  return capital(text);
}

const NOTHING = '—';

function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return NOTHING;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.length ? value.map(valueText).join(', ') : NOTHING;
  if (typeof value === 'object') {
    const { name } = value as { name?: unknown };
    if (typeof name === 'string') return name;
    const parts = Object.entries(value).filter(([, part]) => part !== null);
    return parts.map(([field, part]) => `${fieldText(field)} ${valueText(part)}`).join(', ') || NOTHING;
  }
  return String(value);
}

/** A status as its badge says it: most are their own names. */
function statusText(value: unknown): string {
  if (typeof value !== 'string') return valueText(value);
  return value === 'partial' ? orderStatusLabels.partial : capital(value.replaceAll('_', ' '));
}

/** Returns a change as text: the field, its value before and after. */
export function changeText({ field, before, after }: FieldChange) {
  const textOf = field === 'status' ? statusText : valueText;
  return { what: fieldText(field), before: textOf(before), after: textOf(after) };
}

/** Returns a refusal's message; an unknown error code stays as it is. */
export const refusalText = (code: string): string =>
  code in errorTable ? errorTable[code as ErrorCode].message : code;

/** Returns the text of an action whose call no longer exists. */
export function unknownEventText(action: string): EventText {
  const text = capital(action.replace('.', ': ').replaceAll('_', ' '));
  return { done: text, tried: text, target: null };
}
