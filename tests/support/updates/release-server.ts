import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SHOP_ID_HEADER } from '#contract/headers.ts';
import type { SignedRelease } from '#contract/release-manifest.ts';
import type { KeptServer } from '#main/app/kept-server.ts';
import { makeCertificate } from '#tests/support/certificates.ts';
import { manifestFor, releaseKey, sha256Of, type ReleaseKey } from '#tests/support/releases.ts';

/** What a release for the system of the test says. */
export const HERE = {
  platform: process.platform,
  file_name: process.platform === 'win32' ? 'Tindahan Setup 1.2.0.exe' : 'Tindahan-1.2.0.AppImage',
};

type Told = { version: string; error: string | null };

/**
 * A server of tills' releases by HTTPS with a certificate of its own, which offers one release at a time, and may cut its
 * file off or send another one.
 */
export async function startReleaseServer(key: ReleaseKey = releaseKey()) {
  const { certificate, key: tlsKey } = await makeCertificate();
  const told: Told[] = [];
  const asked: { range: string | undefined; authorization: string | undefined }[] = [];
  const state = {
    release: null as SignedRelease | null,
    program: Buffer.alloc(0),
    /** The byte after which the line is cut, once. */
    cutAt: null as number | null,
  };

  const sendFile = (request: IncomingMessage, response: ServerResponse) => {
    const { range, authorization } = request.headers;
    asked.push({ range, authorization });
    const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
    const { program, cutAt } = state;
    response.writeHead(from > 0 ? 206 : 200, {
      etag: `"${sha256Of(program)}"`,
      'content-length': program.length - from,
      ...(from > 0 && { 'content-range': `bytes ${from}-${program.length - 1}/${program.length}` }),
    });
    if (cutAt === null) return response.end(program.subarray(from));
    state.cutAt = null;
    return response.write(program.subarray(from, cutAt), () => response.destroy());
  };
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    response.setHeader(SHOP_ID_HEADER, 'a-shop');
    if (request.url?.endsWith('/health')) {
      response.end('{}');
      return;
    }
    if (request.url?.endsWith('/file')) {
      sendFile(request, response);
      return;
    }
    let body = '';
    for await (const chunk of request) body += String(chunk);
    told.push(JSON.parse(body) as Told);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ release: state.release }));
  };
  const server: Server = createServer({ cert: certificate, key: tlsKey }, (request, response) => {
    void serve(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const fingerprint = new X509Certificate(certificate).fingerprint256;
  const kept: KeptServer = {
    url: `https://127.0.0.1:${port}`,
    trusted: { certificate, fingerprint },
    shop: null,
    is_new: false,
  };

  /** Offers a program as a signed release. */
  const offer = (program: string | Buffer, changes: Record<string, unknown> = {}): void => {
    state.program = Buffer.from(program);
    state.release = key.signText(manifestFor(state.program, { ...HERE, ...changes }));
  };
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { kept, key, state, told, asked, offer, close };
}
export type ReleaseServer = Awaited<ReturnType<typeof startReleaseServer>>;
