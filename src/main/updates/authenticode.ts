// The signature of a Windows program, as Windows itself checks it: wintrust.dll and crypt32.dll through koffi. Source:
// Microsoft, wintrust.h, softpub.h and wincrypt.h.
import { promisify } from 'node:util';

/** What WinVerifyTrust says of a file that is signed by somebody whom this computer trusts, and of one that is not signed. */
export const TRUSTED = 0;
export const NOT_SIGNED = 0x800b0100;

/** WINTRUST_ACTION_GENERIC_VERIFY_V2: {00AAC56B-CD44-11d0-8CC2-00C04FC295EE}. */
const VERIFY = Buffer.from('6bc5aa0044cdd0118cc200c04fc295ee', 'hex');

// WTD_UI_NONE, WTD_REVOKE_NONE, WTD_CHOICE_FILE, WTD_CACHE_ONLY_URL_RETRIEVAL: nothing is shown, and nothing asked of the internet.
const NO_WINDOW = 2;
const NO_REVOCATION = 0;
const OF_FILE = 1;
const OFFLINE = 0x1000;
/** WTD_STATEACTION_VERIFY and WTD_STATEACTION_CLOSE: what was found is kept between both. */
const [OPEN, CLOSE] = [1, 2];
/** CERT_NAME_SIMPLE_DISPLAY_TYPE: the name that Windows shows as the publisher. */
const PUBLISHER = 4;
const LONGEST_NAME = 256;

/** What WinVerifyTrust says of a program, and the publisher's name where it is trusted. */
export type Signature = { code: number; publisher: string | null };

async function loadCalls() {
  const { default: koffi } = await import('koffi');
  const [wintrust, crypt32] = [koffi.load('wintrust.dll'), koffi.load('crypt32.dll')];
  const fileInfo = koffi.struct({ size: 'uint32_t', path: 'str16', handle: 'void *', subject: 'void *' });
  const trustData = koffi.struct({
    size: 'uint32_t',
    policy: 'void *',
    sip: 'void *',
    ui: 'uint32_t',
    revocation: 'uint32_t',
    choice: 'uint32_t',
    file: koffi.pointer(fileInfo),
    action: 'uint32_t',
    state: 'void *',
    url: 'void *',
    flags: 'uint32_t',
    context: 'uint32_t',
    settings: 'void *',
  });
  const providerCertificate = koffi.struct({ size: 'uint32_t', certificate: 'void *' });
  const inOut = koffi.inout(koffi.pointer(trustData));
  return {
    sizes: { data: koffi.sizeof(trustData), file: koffi.sizeof(fileInfo) },
    verify: wintrust.func('__stdcall', 'WinVerifyTrust', 'uint32_t', ['intptr_t', 'void *', inOut]),
    providerOf: wintrust.func('__stdcall', 'WTHelperProvDataFromStateData', 'void *', ['void *']),
    signerOf: wintrust.func('__stdcall', 'WTHelperGetProvSignerFromChain', 'void *', [
      'void *',
      'uint32_t',
      'int',
      'uint32_t',
    ]),
    certificateOf: wintrust.func(
      '__stdcall',
      'WTHelperGetProvCertFromChain',
      koffi.pointer(providerCertificate),
      ['void *', 'uint32_t'],
    ),
    certificateIn: (found: unknown) =>
      (koffi.decode(found, providerCertificate) as { certificate: unknown }).certificate,
    nameOf: crypt32.func('__stdcall', 'CertGetNameStringW', 'uint32_t', [
      'void *',
      'uint32_t',
      'uint32_t',
      'void *',
      'void *',
      'uint32_t',
    ]),
  };
}

/** Returns what WinVerifyTrust says of a program. Rejects on other systems. */
export async function signatureOf(program: string): Promise<Signature> {
  const calls = await loadCalls();
  const data = {
    size: calls.sizes.data,
    ui: NO_WINDOW,
    revocation: NO_REVOCATION,
    choice: OF_FILE,
    file: { size: calls.sizes.file, path: program, handle: null, subject: null },
    action: OPEN,
    flags: OFFLINE,
    context: 0,
    policy: null,
    sip: null,
    state: null,
    url: null,
    settings: null,
  };
  const verify = promisify(calls.verify.async) as (...args: unknown[]) => Promise<number>;
  const code = await verify(-1, VERIFY, data);
  try {
    return { code, publisher: code === TRUSTED ? publisherIn(calls, data.state) : null };
  } finally {
    calls.verify(-1, VERIFY, { ...data, action: CLOSE });
  }
}

/** Returns the name of who signed a program that was verified. */
function publisherIn(calls: Awaited<ReturnType<typeof loadCalls>>, state: unknown): string | null {
  const signer: unknown = calls.signerOf(calls.providerOf(state), 0, 0, 0);
  const found: unknown = signer && calls.certificateOf(signer, 0);
  if (!found) return null;
  const name = Buffer.alloc(LONGEST_NAME * 2);
  const length = calls.nameOf(calls.certificateIn(found), PUBLISHER, 0, null, name, LONGEST_NAME) as number;
  return length > 1 ? name.toString('utf16le', 0, (length - 1) * 2) : null;
}

/**
 * Returns why an installer must not run, as a sentence without a full stop: where the running program is signed for
 * Windows, it must be, too, by the same publisher. Null if it may.
 */
export async function whyUnsigned(installer: string, running: string): Promise<string | null> {
  const [own, other] = [await signatureOf(running), await signatureOf(installer)];
  if (own.code !== TRUSTED) return null;
  if (other.code !== TRUSTED)
    return 'The installer is not signed for Windows, as this till is. Sign it, then sign the release anew';
  if (own.publisher !== null && other.publisher === own.publisher) return null;
  return `The installer is signed for Windows by ${other.publisher ?? 'somebody else'}, and this till by ${own.publisher ?? 'somebody else'}. Sign it as this till is, then sign the release anew`;
}
