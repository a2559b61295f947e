// The signature of a Windows program, as Windows itself checks it: wintrust.dll through koffi. Source: Microsoft, wintrust.h
// and softpub.h.

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

/** Returns the code of WinVerifyTrust for a program: `TRUSTED`, `NOT_SIGNED`, or another refusal. Rejects on other systems. */
export async function signatureOf(program: string): Promise<number> {
  const { default: koffi } = await import('koffi');
  const wintrust = koffi.load('wintrust.dll');
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
  const verify = wintrust.func('__stdcall', 'WinVerifyTrust', 'uint32_t', [
    'intptr_t',
    'void *',
    koffi.pointer(trustData),
  ]);
  const data = {
    size: koffi.sizeof(trustData),
    ui: NO_WINDOW,
    revocation: NO_REVOCATION,
    choice: OF_FILE,
    file: { size: koffi.sizeof(fileInfo), path: program, handle: null, subject: null },
    action: 0,
    flags: OFFLINE,
    context: 0,
    policy: null,
    sip: null,
    state: null,
    url: null,
    settings: null,
  };
  return new Promise((resolve, reject) => {
    verify.async(-1, VERIFY, data, (fault: Error | null, code: number) => {
      if (fault) reject(fault);
      else resolve(code);
    });
  });
}

/**
 * Returns why an installer must not run, as a sentence without a full stop: where the running program is signed for
 * Windows, it must be, too. Null if it may.
 */
export async function whyUnsigned(installer: string, running: string): Promise<string | null> {
  if ((await signatureOf(running)) !== TRUSTED || (await signatureOf(installer)) === TRUSTED) return null;
  return 'The installer is not signed for Windows, as this till is. Sign it, then sign the release anew';
}
