import { type AnswerSource, OTHER_SHOP, type Refusal, SERVER_UNREACHABLE } from '#bridge/shop-mark.ts';
import { CHANGED } from './certificates.ts';

// Display texts, for the person at the till, of faults on the way to a server.

/** The default port of a Tindahan server. */
const USUAL_PORT = '4100';

const untrustedCodes = [
  CHANGED,
  'CERT_SIGNATURE_FAILURE',
  'CERT_UNTRUSTED',
  'CERT_REJECTED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'INVALID_CA',
  'INVALID_PURPOSE',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
];
const outOfTimeCodes = ['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID'];
const timeoutCodes = [
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
];

/** An answer that is not the shop's own. */
export class NotTheShop extends Error {
  readonly source: Exclude<AnswerSource, 'shop'>;

  constructor(source: Exclude<AnswerSource, 'shop'>) {
    super(source === 'other-shop' ? 'The server of another shop answers' : 'The answer is not the shop’s');
    this.source = source;
  }
}

/** Returns what the page is told in the place of an answer: why the server is not used, or that it cannot be reached. */
export function refusalOf(fault: unknown): Refusal {
  if (fault instanceof NotTheShop && fault.source === 'other-shop') {
    return {
      code: OTHER_SHOP,
      message:
        'This is another shop’s server. Your carts and sales stay on this till. Check the server under “This Till”.',
    };
  }
  const codes = codesOf(fault);
  if (codes.some((code) => untrustedCodes.includes(code))) {
    return {
      code: 'certificate_changed',
      message:
        'The server shows a certificate that this till does not trust. Compare its fingerprint under “This Till”.',
    };
  }
  if (codes.some((code) => outOfTimeCodes.includes(code))) {
    return {
      code: 'certificate_refused',
      message:
        'The server’s certificate is not valid today. Check this computer’s date, then tell who runs the server.',
    };
  }
  return SERVER_UNREACHABLE;
}

/** Returns why a look at an address failed; `refused` if another try would not help. */
export function lookFault(fault: unknown, { hostname, port, protocol }: URL) {
  const codes = codesOf(fault);
  const has = (...wanted: string[]) => codes.some((code) => wanted.includes(code));
  const unreachable = (reason: string) => ({ state: 'unreachable' as const, reason });
  if (has('ENOTFOUND', 'EAI_AGAIN', 'EAI_NONAME')) {
    return unreachable(`No computer called ${hostname} was found. Check the address and the network`);
  }
  if (has('ECONNREFUSED')) {
    const hint =
      port === ''
        ? `A server usually has port ${USUAL_PORT}: try ${hostname}:${USUAL_PORT}`
        : 'Check the port, and that the server is running';
    return unreachable(`Nothing answers at ${hostname}${port && `, port ${port}`}. ${hint}`);
  }
  if (has(...timeoutCodes) || isTimeout(fault)) {
    return unreachable(`${hostname} does not answer. Check that it is on, and in the same network`);
  }
  if (has('EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN')) {
    return unreachable(`${hostname} cannot be reached from this network`);
  }
  if (has('EPROTO') || codes.some((code) => code.startsWith('ERR_SSL'))) {
    return { state: 'refused' as const, reason: 'There is no HTTPS at this address, and a till needs it' };
  }
  const hint = protocol === 'http:' ? '. If it speaks HTTPS, begin the address with https://' : '';
  return unreachable(`The connection to ${hostname} was cut off${hint}`);
}

/** Returns the codes of a fault and of its causes: fetch wraps them, and one address may have failed in several ways. */
function codesOf(fault: unknown): string[] {
  if (typeof fault !== 'object' || fault === null) return [];
  const { code, cause, errors } = fault as { code?: unknown; cause?: unknown; errors?: unknown[] };
  const inner = [cause, ...(Array.isArray(errors) ? errors : [])].flatMap(codesOf);
  return typeof code === 'string' ? [code, ...inner] : inner;
}

const isTimeout = (fault: unknown) => (fault as { name?: string } | null)?.name === 'TimeoutError';
