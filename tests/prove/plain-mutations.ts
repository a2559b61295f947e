import { contract } from '#contract/index.ts';
import type { Route } from '#contract/define-route.ts';
import { describeShapes, type Schema } from '#server/http/openapi-shapes.ts';
import { expectDone } from '#tests/support/selling.ts';
import { audited, type RouteName, type MutationRequest, type World } from './mutations.ts';

// Creates, updates and deletes that follow the plain pattern: POST /things, PUT and DELETE /things/:thingId, and a form
// whose required fields refer to no other rows. They are proved from their routes alone.

type Entry = { id: number; name?: string };
type Form = Record<string, unknown> & { name?: string };

const routes = new Map<string, Route>(
  Object.entries(contract).flatMap(([module, own]) =>
    Object.entries<Route>(own).map(([name, route]): [string, Route] => [`${module}.${name}`, route]),
  ),
);
const routeAt = (method: Route['method'], path: string) =>
  [...routes.values()].find((route) => route.method === method && route.path === path);

/** Returns a value for a field; `text` for a text. Null if only the id of an existing row would do. */
function valueFor(field: Schema, named: Record<string, Schema>, text: string): unknown {
  if (field.$ref) {
    const name = field.$ref.split('/').at(-1) ?? '';
    return name === 'Id' ? null : valueFor(named[name] ?? {}, named, text);
  }
  if (field.enum) return field.enum[0];
  if (field.type === 'string') return text.slice(0, field.maxLength);
  if (field.type === 'boolean') return false;
  if (field.type === 'number' || field.type === 'integer') return Math.max(0, field.minimum ?? 0);
  return null;
}

/** Returns a form for a route with the required fields of `create`, each text a new one; null if it cannot be derived. */
function formFor({ body }: Route, create: Route): Form | null {
  if (!body || !create.body) return null;
  const text = `proof-${crypto.randomUUID()}`;
  const { parts, named } = describeShapes({ body, create: create.body });
  const fields = parts.body?.properties as Record<string, Schema>;
  const form = Object.fromEntries(
    (parts.create?.required ?? [])
      .filter((name) => name in fields)
      .map((name) => [name, valueFor(fields[name] ?? {}, named, text)]),
  );
  return Object.keys(form).length === 0 || Object.values(form).includes(null) ? null : form;
}

/** True if the area's list has one entry of a name, or the area has no list, or its entries no names. */
async function isListedOnce({ till }: World, { path }: Route, name: string | undefined): Promise<boolean> {
  const list = routeAt('GET', path);
  if (!list || name === undefined) return true;
  const { per_page } = list.query?.shape ?? {};
  const answer = expectDone(
    await till.get<Entry[] | { data: Entry[] }>(per_page ? `${path}?per_page=1000` : path),
  );
  const entries = Array.isArray(answer) ? answer : answer.data;
  return entries.filter((entry) => entry.name === name).length === 1;
}

/** Adds an entry: one audit event, and one entry in the list. */
const creates =
  (action: RouteName, route: Route, body: Form) =>
  async (world: World): Promise<MutationRequest> => {
    const { reader } = world.database;
    const before = await audited(reader, action);
    const isDoneOnce = async (answer: unknown) =>
      (await audited(reader, action)) === before + 1 &&
      (await audited(reader, action, (answer as Entry).id)) === 1 &&
      (await isListedOnce(world, route, body.name));
    return { method: 'post', path: route.path, body, isDoneOnce };
  };

/** Changes or deletes a new entry: one audit event. */
const changes =
  (action: RouteName, method: 'put' | 'delete', { path }: Route, forms: { create: Form; change?: Form }) =>
  async ({ database, till }: World): Promise<MutationRequest> => {
    const { id } = expectDone(await till.post<Entry>(path, forms.create));
    const isDoneOnce = async () => (await audited(database.reader, action, id)) === 1;
    return { method, path: `${path}/${id}`, body: forms.change, isDoneOnce };
  };

/** Prepares a route that follows the plain pattern, each time with another form; undefined for any other. */
export function plainMutation(action: RouteName): ((world: World) => Promise<MutationRequest>) | undefined {
  const route = routes.get(action);
  const create = route && routeAt('POST', route.path.replace(/\/:\w+$/, ''));
  if (!route || !create || create.params || create.unaudited || route.unaudited) return undefined;
  if (!formFor(create, create)) return undefined;
  return (world) => {
    const form = formFor(create, create) ?? {};
    if (route === create) return creates(action, route, form)(world);
    if (route.method === 'DELETE') return changes(action, 'delete', create, { create: form })(world);
    const change = formFor(route, create) ?? {};
    return changes(action, 'put', create, { create: form, change })(world);
  };
}
