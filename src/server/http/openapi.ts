import { z } from 'zod';
import { fileResponse, type Route } from '#contract/define-route.ts';
import { commonErrors, errorTable } from '#contract/errors.ts';
import { BASE_PATH } from './mount.ts';

type Areas = Record<string, Record<string, Route>>;

const wireSchema = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });

function parameters(place: 'path' | 'query', schema: z.ZodObject | undefined) {
  return Object.entries(schema?.shape ?? {}).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path',
    schema: wireSchema(field as z.ZodType),
  }));
}

function responses(route: Route) {
  const refusals = [...new Set([...commonErrors, ...(route.errors ?? [])])];
  const byStatus = Object.groupBy(refusals, (code) => String(errorTable[code].status));
  const described = Object.entries(byStatus).map(([status, codes = []]) => [
    status,
    {
      description: codes.join(', '),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
    },
  ]);
  return {
    [String(route.status ?? 200)]: {
      description: 'Success',
      content:
        route.response === fileResponse
          ? { '*/*': { schema: { type: 'string', format: 'binary' } } }
          : { 'application/json': { schema: wireSchema(route.response) } },
    },
    ...(Object.fromEntries(described) as object),
  };
}

function operation(area: string, name: string, route: Route) {
  return {
    operationId: `${area}.${name}`,
    tags: [area],
    description: `Permission: ${[route.permission].flat().join(' or ')}. Scope: ${route.scope}.`,
    parameters: [...parameters('path', route.params), ...parameters('query', route.query)],
    ...(route.body
      ? {
          requestBody: {
            content: {
              [route.upload ? 'multipart/form-data' : 'application/json']: { schema: wireSchema(route.body) },
            },
          },
        }
      : {}),
    responses: responses(route),
  };
}

/** The OpenAPI 3.1 document of a contract, as it is on the wire. */
export function openApiDocument(areas: Areas, version: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const [area, routes] of Object.entries(areas)) {
    for (const [name, route] of Object.entries(routes)) {
      const path = BASE_PATH + route.path.replace(/:(\w+)/g, '{$1}');
      const described = operation(area, name, route);
      paths[path] = { ...paths[path], [route.method.toLowerCase()]: described };
      if (route.also) {
        const alias = { ...described, operationId: `${described.operationId}.${route.also.toLowerCase()}` };
        paths[path] = { ...paths[path], [route.also.toLowerCase()]: alias };
      }
    }
  }
  const refusal = {
    type: 'object',
    required: ['message', 'code'],
    properties: {
      message: { type: 'string' },
      code: { type: 'string' },
      errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
    },
  };
  return {
    openapi: '3.1.0',
    info: { title: 'Tindahan', version },
    paths,
    components: { schemas: { Refusal: refusal } },
  };
}
