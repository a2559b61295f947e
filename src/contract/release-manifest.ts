import { createPublicKey, verify } from 'node:crypto';
import { isVersion } from '#domain/version.ts';
import { z } from './zod.ts';

// Reads and verifies releases of the till's program, for the till and the server: docs/decisions/till-updates.md. Screens do
// not import it, so it may use Node's own cryptography.

/** The systems that a release can be for. */
export const RELEASE_PLATFORMS = ['win32', 'linux'] as const;
export const RELEASE_ARCHES = ['x64', 'arm64'] as const;

const SIZE_MAX = 2_000_000_000;

/** The signed description of a release. Newer versions may add fields. */
export const releaseManifest = z
  .object({
    product: z.literal('tindahan-till'),
    version: z.string().max(50).refine(isVersion),
    platform: z.enum(RELEASE_PLATFORMS),
    arch: z.enum(RELEASE_ARCHES),
    /** Rises with each signing: a till never goes back to a lower one, so that nobody can offer it an old release again. */
    sequence: z.int().min(1),
    file_name: z.string().regex(/^\w[\w .-]{0,99}\.(exe|AppImage)$/),
    size: z.int().min(1).max(SIZE_MAX),
    sha256: z.string().regex(/^[\da-f]{64}$/),
    made_at: z.iso.datetime(),
  })
  .refine(({ platform, file_name }) => file_name.endsWith('.exe') === (platform === 'win32'));
export type ReleaseManifest = z.output<typeof releaseManifest>;

/** A manifest as the text that was signed, and its Ed25519 signature in base64. */
export const signedRelease = z.object({ manifest: z.string().max(10_000), signature: z.string().max(100) });
export type SignedRelease = z.output<typeof signedRelease>;

/** A release that is not to be used, with the reason as a sentence without a full stop. */
export class ReleaseRefusal extends Error {}

/** Says what the signature is of, so that no other text signed by the same key can pass for a release. */
export const signedBytes = (manifest: string): Buffer => Buffer.from(`tindahan release\n${manifest}`);

const publicKeyOf = (x: string) => createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });

/** Reads public keys of Ed25519, 32 bytes in base64url, one a line; lines that begin with `#` are notes. */
export function parseReleaseKeys(text: string): string[] {
  const keys = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  const wrong = keys.find((key) => !/^[\w-]{43}$/.test(key));
  if (wrong !== undefined) throw new Error(`This is no public key of releases: ${wrong}`);
  return keys;
}

/**
 * Returns the manifest of a release that one of the keys signed.
 * @throws ReleaseRefusal
 */
export function readRelease(signed: unknown, keys: readonly string[]): ReleaseManifest {
  const { data: release } = signedRelease.safeParse(signed);
  if (!release) throw new ReleaseRefusal('The release cannot be read');
  if (keys.length === 0) throw new ReleaseRefusal('There is no key here to check a release by');
  const bytes = signedBytes(release.manifest);
  const signature = Buffer.from(release.signature, 'base64');
  if (!keys.some((key) => verify(null, bytes, publicKeyOf(key), signature)))
    throw new ReleaseRefusal('The release is not signed by this shop’s key');
  const manifest = manifestOf(release);
  if (!manifest) throw new ReleaseRefusal('The release is none that this version can read');
  return manifest;
}

/** Returns the manifest of a release whose signature was checked when it came; null for one that cannot be read. */
export function manifestOf({ manifest }: SignedRelease): ReleaseManifest | null {
  try {
    return releaseManifest.parse(JSON.parse(manifest));
  } catch {
    return null;
  }
}
