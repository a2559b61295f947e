/** A host of a database's URL: the URL of it alone, and its name for the log, which lacks the password. */
export type Host = { name: string; url: string };

/** The hosts of a URL in their order, and whether each is asked if it takes writes before it is used. */
export type Hosts = { hosts: readonly Host[]; isAsked: boolean };

const PARTS = /^(postgres(?:ql)?:\/\/)(?:([^/?#]*)@)?([^/?#]*)([^?#]*)(?:\?([^#]*))?$/;

/** The values of target_session_attrs that a server can use, which writes; true if hosts are asked. */
const TARGETS: Readonly<Record<string, boolean>> = { 'read-write': true, primary: true, any: false };

/** Says what is wrong without a word of the URL: a part of a password may be anywhere in it. */
const wrong = (what: string) =>
  new Error(
    `DATABASE_URL ${what}. It is written like postgres://user:password@host:5432/name, or with several hosts: host1:5432,host2:5432. In a password write @ / : ? # , % as %40 %2F %3A %3F %23 %2C %25.`,
  );

/** Splits hosts and ports that are given as settings, as those of Unix sockets are. */
function placesIn(settings: URLSearchParams): { host: string; port: string }[] {
  const hosts = (settings.get('host') ?? '').split(',');
  const ports = (settings.get('port') ?? '').split(',');
  if (ports.length !== 1 && ports.length !== hosts.length)
    throw wrong(`has ${hosts.length} hosts and ${ports.length} ports`);
  return hosts.map((host, index) => ({ host, port: ports[index] ?? ports[0] ?? '' }));
}

function checkPlace(authority: string, order: number, isOnly: boolean): void {
  const [, host = '', port = ''] = /^(.*?)(?::([^\]:]*))?$/.exec(authority) ?? [];
  if (host === '' && !(isOnly && port === '')) throw wrong(`has no name for host ${order}`);
  if (/%(?![\da-f]{2})/i.test(host)) throw wrong(`has a % in the name of host ${order}`);
  if (!/^\d*$/.test(port) || Number(port) > 65_535)
    throw wrong(`has something else than a port after host ${order}`);
}

/**
 * Reads libpq's form of a PostgreSQL URL, which may name several hosts, each with its port:
 * `postgres://user:password@host1:5432,host2:5432/name?target_session_attrs=read-write`. Throws in words without any of it.
 */
export function readPostgresUrl(databaseUrl: string): Hosts {
  const [, scheme, who, authority = '', path = '', query = ''] = PARTS.exec(databaseUrl) ?? [];
  if (scheme === undefined) throw wrong('cannot be read');
  const settings = new URLSearchParams(query);
  const target = settings.get('target_session_attrs');
  if (target !== null && !(target in TARGETS))
    throw wrong('has a target_session_attrs that is not read-write, primary or any: the server writes');
  settings.delete('target_session_attrs');
  const places = settings.has('host') ? placesIn(settings) : null;
  const authorities = places?.map(({ host, port }) => `${host}:${port}`) ?? authority.split(',');
  authorities.forEach((each, index) => checkPlace(each, index + 1, authorities.length === 1));
  const hosts = authorities.map((name, index) => {
    const place = places?.[index];
    if (place) settings.set('host', place.host);
    if (place?.port) settings.set('port', place.port);
    const search = settings.size > 0 ? `?${settings}` : '';
    return {
      name: decodeURIComponent(name).replace(/:$/, ''),
      url: `${scheme}${who === undefined ? '' : `${who}@`}${place ? '' : name}${path}${search}`,
    };
  });
  const isAsked = target === null || TARGETS[target] === true;
  // One host without settings of ours: node-postgres reads the URL as it always has.
  return {
    hosts: target === null && hosts.length === 1 ? [{ name: hosts[0]?.name ?? '', url: databaseUrl }] : hosts,
    isAsked,
  };
}
