import { segmentOf, type Route } from '#contract/define-route.ts';
import { detailsByCode, type ErrorCode } from '#contract/errors.ts';
import { contract } from '#contract/index.ts';
import { refusalsOf } from '#contract/refusals.ts';

type Refused = { method: Route['method']; path: string; body: unknown; refusal: { code: string } };

const routes = Object.entries(contract).flatMap(([module, calls]) =>
  Object.entries<Route>(calls).map(([name, route]) => ({
    name: `${module}.${name}`,
    route,
    address: new RegExp(
      `^${route.path.replace(/:(\w+)/g, (_, name: string) => segmentOf(route, name))}(\\?|$)`,
    ),
    codes: refusalsOf(route),
  })),
);

/** True if the body is of the declared kind (none, or a form): else the refusal is about a wrong request of the test. */
const isSentAsDeclared = ({ body: taken, upload }: Route, sent: unknown) =>
  sent === undefined || (taken !== undefined && sent instanceof FormData === (upload ?? false));

/** Throws for a refusal, or a detail of one, that its route does not declare: the API's document would lack it. */
export function refuseUndeclared({ method, path, body, refusal }: Refused): void {
  const asked = routes.find(
    ({ route, address }) => [route.method, route.also].includes(method) && address.test(path),
  );
  if (!asked || !isSentAsDeclared(asked.route, body)) return;
  const { code, ...rest } = refusal;
  if (!asked.codes.includes(code as ErrorCode)) throw new Error(`${asked.name} does not declare ${code}`);
  const allowed: string[] = ['message', 'errors', ...(detailsByCode[code as ErrorCode] ?? [])];
  const more = Object.keys(rest).filter((key) => !allowed.includes(key));
  if (more.length) throw new Error(`${asked.name} brings ${more.join(', ')} with ${code}, undeclared`);
}
