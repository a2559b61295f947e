/** A server's address as it will be used, or the reason why it must not be. */
type ServerAddress = { url: string; reason: null } | { url: null; reason: string };

const MUST_BE_HTTPS = 'The server address must begin with https://';

/** True for the names and addresses of this very computer. */
export function isThisComputer(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}

/** True if a backend may be used: HTTPS, or HTTP on this computer. */
export function isAllowedServer(serverUrl: string): boolean {
  if (!URL.canParse(serverUrl)) return false;
  const { protocol, hostname } = new URL(serverUrl);
  return protocol === 'https:' || (protocol === 'http:' && isThisComputer(hostname));
}

/**
 * Reads a typed address: `shop.example`, `192.168.1.10:4100`, an address out of a browser. Adds a missing `https://`
 * (`http://` on this computer) and drops the path.
 */
export function readServerAddress(typed: string): ServerAddress {
  const text = typed.trim();
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text);
  const complete = hasScheme ? text : `https://${text}`;
  if (!URL.canParse(complete)) {
    return {
      url: null,
      reason: 'This is no server address. It looks like shop.example or 192.168.1.10:4100',
    };
  }
  const url = new URL(complete);
  if (url.username || url.password) {
    return {
      url: null,
      reason: 'Leave the user name and the password out of the address. Sign in afterwards',
    };
  }
  if (!hasScheme && isThisComputer(url.hostname)) url.protocol = 'http:';
  return isAllowedServer(url.href) ? { url: url.origin, reason: null } : { url: null, reason: MUST_BE_HTTPS };
}
