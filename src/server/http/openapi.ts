import {
  approvedPermission,
  fileResponse,
  isVersioned,
  moduleText,
  type Route,
  type Routes,
} from '#contract/define-route.ts';
import { errorDetails } from '#contract/errors.ts';
import { honoursKey } from '#contract/refusals.ts';
import {
  APPROVAL_HEADER,
  LAST_INVOICE_HEADER,
  TILL_CREDENTIAL_HEADER,
  TILL_HEADER,
} from '#contract/headers.ts';
import { TILL_KEY } from '#contract/shifts.ts';
import { CLIENT_VERSION_HEADER } from '#domain/version.ts';
import { KEY_MAX } from './idempotency.ts';
import { TOKEN_COOKIE } from './identity.ts';
import { BASE_PATH } from './mount.ts';
import { bodyExample } from './openapi-examples.ts';
import { byStatus, nameOf, refusalAnswers } from './openapi-refusals.ts';
import { describeShapes, type Schema } from './openapi-shapes.ts';
import { pathWords, queryWords } from './openapi-words.ts';

type Contract = Readonly<Record<string, Routes>>;
type Shapes = Record<string, Schema>;
/** A route with its name, `transactions.complete`. */
type Call = { module: string; name: string; route: Route };

const ABOUT = `The till and back office of a seller of serialized electronics.

Sign in with \`staff.login\` and send its token as \`Authorization: Bearer …\`. Most calls work in one store: the one that
\`X-Store-Id\` names, else your primary one; calls of the whole chain need none. A store that is not yours is refused by
either. A device names itself in \`X-Till\`, by a text of its own: what is sold at a till of the store belongs to the till's
shift. \`tills.giveCredential\` lets that till make a few calls with nobody signed in, by \`Authorization: Till …\`. A change
that carries an \`Idempotency-Key\` may be sent again without being done twice.
Requests are read strictly (unknown keys are refused); read answers tolerantly, since fields may be added.`;

const parameters = {
  StoreId: {
    name: 'X-Store-Id',
    in: 'header',
    description: 'The store to work in. Absent: your primary store.',
    schema: { $ref: '#/components/schemas/Id' },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Names this request, for instance by a UUID. Sent again with the same key, method, path and body within 7 days, it ' +
      'gets the first answer and is not done twice. Refusals are not kept: after one the same key may be tried again.',
    schema: { type: 'string', minLength: 1, maxLength: KEY_MAX },
  },
  Till: {
    name: TILL_HEADER,
    in: 'header',
    description:
      'What a device calls itself by: 16 to 64 letters, digits and hyphens, made once by the device, at random, and kept. ' +
      '`tills.create` makes it a till of the store. Wrong passwords from elsewhere never slow a till, or a device where ' +
      'the same person has signed in before.',
    schema: { type: 'string', pattern: TILL_KEY.source },
  },
  TillCredential: {
    name: TILL_CREDENTIAL_HEADER,
    in: 'header',
    description:
      'The secret of the till’s credential, where the person signs in at a till that has one: what it sells without the server in ' +
      'their name needs no settling for that. Anything else is passed over.',
    schema: { type: 'string' },
  },
  LastInvoice: {
    name: LAST_INVOICE_HEADER,
    in: 'header',
    description:
      'The `invoice_proof` of the last sale that this device completed in its store, or of the highest number in a till’s file. A server whose data were put back from an ' +
      'old copy then numbers its invoices on from there. Anything else is passed over.',
    schema: { type: 'string' },
  },
  Approval: {
    name: APPROVAL_HEADER,
    in: 'header',
    description:
      'What `approvals.give` answered with, for a caller who may not do this alone. It is good once.',
    schema: { type: 'string' },
  },
  ClientVersion: {
    name: CLIENT_VERSION_HEADER,
    in: 'header',
    description: 'The version of a till, as in 1.4.0: too old a till is told to update. Others leave it out.',
    schema: { type: 'string' },
  },
  Known: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The ETag of an earlier answer: where it is still that one, 304 comes without a body.',
    schema: { type: 'string' },
  },
};

/** How a person calls: a program by its token, a page by its cookie. */
const SIGNED_IN = [{ bearer: [] }, { cookie: [] }];

const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer', description: 'The token that signing in answers with' },
  cookie: {
    type: 'apiKey',
    in: 'cookie',
    name: TOKEN_COOKIE,
    description:
      'Set when a page of the server’s own origin signs in; a change then needs that `Origin`, too',
  },
  till: { type: 'http', scheme: 'Till', description: 'The secret that a till has given the server' },
};

const headers = {
  RetryAfter: { description: 'Seconds until another attempt is served', schema: { type: 'integer' } },
  ETag: { description: 'Names this answer, see `If-None-Match`', schema: { type: 'string' } },
  Location: { description: 'The address of what was created', schema: { type: 'string' } },
  Authenticate: { description: 'How to sign in, as RFC 6750 says', schema: { type: 'string' } },
};

const FieldErrors: Schema = {
  type: 'object',
  description: 'What is wrong, by field: `items.0.price`',
  additionalProperties: { type: 'array', items: { type: 'string' } },
};

const keyOf = ({ module, name }: Call, part: 'params' | 'query' | 'body' | 'response') =>
  `${module}.${name}.${part}`;

/** Returns everything that a contract sends and takes as JSON, by call and part. */
const partsOf = (calls: readonly Call[]) =>
  Object.fromEntries(
    calls.flatMap((call) =>
      (['params', 'query', 'body', 'response'] as const).flatMap((part) => {
        const shape = call.route[part];
        return shape && shape !== fileResponse ? [[keyOf(call, part), shape]] : [];
      }),
    ),
  );

/** The modules that depend on the calling till. */
const AT_A_TILL = new Set(['tills', 'tillReleases', 'shifts', 'cashMovements', 'zReadings']);
/** Errors of calls that depend on it. */
const NAMES_TILL = [
  'shift_required',
  'wrong_credentials',
  'wrong_password',
  'wrong_pin',
  'reset_link_invalid',
] as const;

/** The calls by which people sign in at a till. */
const SIGNS_IN = new Set(['staff.login', 'staff.switchCashier']);

/** The calls with which tills tell their last invoice; any other call may, too. */
const TELLS_INVOICE = new Set([
  'transactions.complete',
  'staff.me',
  'offlineSales.report',
  'offlineSales.record',
]);

function parametersOf(call: Call, shapes: Shapes) {
  const { route } = call;
  const inAddress = (['path', 'query'] as const).flatMap((place) => {
    const { properties = {}, required = [] } =
      shapes[keyOf(call, place === 'path' ? 'params' : 'query')] ?? {};
    return Object.entries(properties as Shapes).map(([name, { description, ...schema }]) => ({
      name,
      in: place,
      required: required.includes(name),
      description: place === 'path' ? pathWords(name) : (description ?? queryWords(name)),
      schema,
    }));
  });
  const inHeaders: [keyof typeof parameters, boolean][] = [
    ['StoreId', route.scope === 'store' && route.permission !== 'till'],
    ['Till', AT_A_TILL.has(call.module) || NAMES_TILL.some((code) => route.errors?.includes(code))],
    ['TillCredential', SIGNS_IN.has(`${call.module}.${call.name}`)],
    ['LastInvoice', TELLS_INVOICE.has(`${call.module}.${call.name}`)],
    ['IdempotencyKey', honoursKey(route)],
    ['Approval', route.approvable !== undefined],
    ['Known', isVersioned(route)],
    ['ClientVersion', true],
  ];
  const sent = inHeaders.filter(([, applies]) => applies);
  return [...inAddress, ...sent.map(([header]) => ({ $ref: `#/components/parameters/${header}` }))];
}

const WHO: Record<string, string> = {
  public: 'For everybody.',
  signed_in: 'For everybody who is signed in.',
  admin: 'For admins.',
  till: 'For a till, by a credential of its own.',
  till_or_signed_in: 'For a till, by a credential of its own, and for everybody who is signed in.',
};

/** Describes a route's rules: permission, scope, and special conditions. */
function describeRules(route: Route): string {
  const { permission, scope, secret, beforePasswordChange, approvedAmount, approvedItems } = route;
  const approved = approvedPermission(route);
  const bound = [approvedAmount ?? [], approvedItems ?? []].flat();
  const fields = bound.map((field) => `\`${field}\``);
  const ofTerms = fields.length === 0 ? '' : ` of the same ${fields.join(', ')}`;
  const needed = [permission].flat().map((each) => `\`${each}\``);
  return [
    WHO[String(permission)] ?? `Needs ${needed.join(' or ')}.`,
    ...(approved === null ? [] : [`Without \`${approved}\` it takes an approval${ofTerms}.`]),
    ...(scope === 'store' ? ['Works in one store.'] : []),
    ...(secret ? ['Honours no `Idempotency-Key`, since no secret is ever stored.'] : []),
    ...(beforePasswordChange ? ['Served while a temporary password is still to be changed.'] : []),
  ].join(' ');
}

/** What all operations are described with: shapes by call and part, and named ones. */
type Told = { shapes: Shapes; named: Shapes };

function requestOf(call: Call, { shapes, named }: Told) {
  const { body, upload } = call.route;
  const schema = shapes[keyOf(call, 'body')];
  if (!body || !schema) return {};
  const type = upload ? 'multipart/form-data' : 'application/json';
  // A body without required fields need not be sent.
  const required = !body.safeParse({}).success;
  const example = bodyExample(body, schema, { module: call.module, named });
  return { requestBody: { required, content: { [type]: { schema, example } } } };
}

function successOf(call: Call, { shapes }: Told) {
  const { response, fileType = '*/*', status = 200 } = call.route;
  if (response === fileResponse) {
    const types = [fileType].flat();
    const content = types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]);
    return { [status]: { description: 'The file', content: Object.fromEntries(content) as object } };
  }
  const description = status === 201 ? 'Created' : 'Done';
  const content = { 'application/json': { schema: shapes[keyOf(call, 'response')] } };
  const done = { [status]: { description, content } };
  if (status === 201 && call.route.location !== undefined) {
    const made = { headers: { Location: { $ref: '#/components/headers/Location' } } };
    return { 201: { ...done[status], ...made } };
  }
  if (!isVersioned(call.route)) return done;
  const named = { headers: { ETag: { $ref: '#/components/headers/ETag' } } };
  return { 200: { ...done[status], ...named }, 304: { description: 'Nothing has changed', ...named } };
}

/** Groups a route's refusals by status, as references to shared answers. */
const refusalsByStatus = (route: Route) =>
  Object.fromEntries(
    byStatus(route).map((refusals) => [
      refusals.status,
      { $ref: `#/components/responses/${nameOf(refusals)}` },
    ]),
  );

/** Returns how a route is called where it is not by a person. */
function securityOf({ permission }: Route) {
  if (permission === 'public') return { security: [] };
  if (permission === 'till') return { security: [{ till: [] }] };
  return permission === 'till_or_signed_in' ? { security: [{ till: [] }, ...SIGNED_IN] } : {};
}

function operation(call: Call, told: Told) {
  const { module, name, route } = call;
  return {
    operationId: `${module}.${name}`,
    tags: [module],
    summary: route.summary,
    description: describeRules(route),
    'x-permission': route.permission,
    ...securityOf(route),
    parameters: parametersOf(call, told.shapes),
    ...requestOf(call, told),
    responses: { ...successOf(call, told), ...refusalsByStatus(route) },
  };
}

function pathsOf(calls: readonly Call[], told: Told) {
  const paths: Record<string, Record<string, object>> = {};
  for (const call of calls) {
    const { method, also, path } = call.route;
    const address = BASE_PATH + path.replace(/:(\w+)/g, '{$1}');
    const described = operation(call, told);
    paths[address] = { ...paths[address], [method.toLowerCase()]: described };
    if (also) {
      const alias = { ...described, operationId: `${described.operationId}.${also.toLowerCase()}` };
      paths[address] = { ...paths[address], [also.toLowerCase()]: alias };
    }
  }
  return paths;
}

const tagsOf = (contract: Contract) =>
  Object.entries(contract).flatMap(([name, { [moduleText]: text }]) =>
    text ? [{ name, 'x-displayName': text.title, description: text.about }] : [],
  );

/** Builds the OpenAPI 3.1 document of a contract, as on the wire. */
export function openApiDocument(contract: Contract, { version }: { version: string }): object {
  const calls = Object.entries(contract).flatMap(([module, routes]) =>
    Object.entries(routes).map(([name, route]) => ({ module, name, route })),
  );
  const { parts, named } = describeShapes({ ...partsOf(calls), refusal: errorDetails });
  const details = parts.refusal?.properties as Shapes;
  const routes = calls.map(({ route }) => route);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tindahan',
      version,
      description: ABOUT,
      contact: { name: 'The operator of this server' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The server that this document comes from' }],
    tags: tagsOf(contract),
    security: SIGNED_IN,
    paths: pathsOf(calls, { shapes: parts, named }),
    components: {
      schemas: { ...named, FieldErrors },
      responses: refusalAnswers(routes, details),
      parameters,
      headers,
      securitySchemes,
    },
  };
}
