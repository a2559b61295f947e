import { isIP, isIPv6 } from 'node:net';

function isProxy(entry: string): boolean {
  const [address = '', bits, ...more] = entry.split('/');
  if (isIP(address) === 0 || more.length > 0) return false;
  if (bits === undefined) return true;
  return /^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (isIPv6(address) ? 128 : 32);
}

/** Returns TRUST_PROXY of the environment as addresses and networks; throws if it names something else. */
export function readTrustedProxies(text = ''): string[] {
  const entries = text.split(/[\s,]+/).filter(Boolean);
  const wrong = entries.find((entry) => !isProxy(entry));
  if (wrong === undefined) return entries;
  throw new Error(
    `TRUST_PROXY is a list of addresses, such as 10.0.0.5 or 172.18.0.0/16; “${wrong}” is none`,
  );
}
