import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { type ReleaseManifest, signedBytes, type SignedRelease } from '#contract/release-manifest.ts';

/** A key pair of releases; `publicKey` is as a till has it built in. */
export function releaseKey() {
  const { privateKey } = generateKeyPairSync('ed25519');
  const publicKey = String(privateKey.export({ format: 'jwk' }).x);
  const signText = (manifest: string): SignedRelease => ({
    manifest,
    signature: sign(null, signedBytes(manifest), privateKey).toString('base64'),
  });
  return { privateKey, publicKey, signText };
}
export type ReleaseKey = ReturnType<typeof releaseKey>;

export const sha256Of = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');

/** Returns the manifest of a program's bytes, with what a test wants to be different. */
export const manifestFor = (bytes: Uint8Array | string, changes: Record<string, unknown> = {}): string =>
  JSON.stringify({
    product: 'tindahan-till',
    version: '1.2.0',
    platform: 'linux',
    arch: 'x64',
    sequence: 1,
    file_name: 'Tindahan-1.2.0.AppImage',
    size: Buffer.byteLength(bytes),
    sha256: sha256Of(bytes),
    made_at: '2026-11-20T02:00:00.000Z',
    ...changes,
  });

/** Writes a program and what was signed of it to a folder, as they are brought to a server; returns the program's path. */
export function writeRelease(
  folder: string,
  bytes: Uint8Array | string,
  { signText }: Pick<ReleaseKey, 'signText'>,
  changes: Parameters<typeof manifestFor>[1] = {},
): string {
  const manifest = manifestFor(bytes, changes);
  const file = path.join(folder, (JSON.parse(manifest) as ReleaseManifest).file_name);
  writeFileSync(file, bytes);
  writeFileSync(`${file}.release.json`, JSON.stringify(signText(manifest)));
  return file;
}
