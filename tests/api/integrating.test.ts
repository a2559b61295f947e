import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_PASSWORD, signIn } from '#tests/support/http.ts';
import { startOnSqlite, type TestServer } from '#tests/support/server.ts';
import { makeShop, type Shop } from '#tests/support/shop.ts';

const [, program = ''] = /```ts\n([\s\S]*?)```/.exec(readFileSync('docs/guide/integrating.md', 'utf8')) ?? [];

const options: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  target: ts.ScriptTarget.ES2023,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  skipLibCheck: true,
  types: [],
};

describe('the program of the guide for integrators', () => {
  let server: TestServer;
  let shop: Shop;
  const folder = mkdtempSync(path.join(os.tmpdir(), 'tindahan-integrator-'));
  const write = (name: string, text: string) => {
    const file = path.join(folder, name);
    writeFileSync(file, text);
    return file;
  };
  beforeAll(async () => {
    server = await startOnSqlite();
    shop = await makeShop(server.database);
    symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'));
    const described = await openapiTS(new URL(`${server.url}/api/v1/openapi.json`));
    write('tindahan.d.ts', astToString(described));
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });

  it('fits the client that is generated from the document, and no other program does', () => {
    const right = write('sell.ts', program);
    const wrong = {
      'a text for an amount': program.replace('amount: draft.total_amount', "amount: '100'"),
      'an unknown key': program.replace('inventory_item_id: scanned', 'unit_id: scanned'),
      'an unknown path': program.replace('/transactions/{transactionId}/complete', '/transactions/complete'),
      'a header that is misspelt': program.replace("'Idempotency-Key'", "'Idempotency'"),
    };
    const wrongFiles = Object.values(wrong).map((text, index) => write(`wrong-${index}.ts`, text));
    const compiled = ts.createProgram([right, ...wrongFiles], options);
    const complaintsOf = (file: string) =>
      ts
        .getPreEmitDiagnostics(compiled, compiled.getSourceFile(file))
        .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
    expect(complaintsOf(right)).toEqual([]);
    expect(
      Object.keys(wrong).filter((_, index) => complaintsOf(wrongFiles[index] ?? '').length === 0),
    ).toEqual([]);
  });

  it('signs in and sells', async () => {
    const unit = shop.units[0];
    const { sell } = (await import(pathToFileURL(write('sell.ts', program)).href)) as {
      sell: (server: string, email: string, password: string, code: string) => Promise<string>;
    };
    const invoice = await sell(server.url, shop.seller.email, DEMO_PASSWORD, unit?.imei ?? '');
    const till = await signIn(server.url, shop.seller.email);
    const { body } = await till.get<{ data: { invoice_number: string; status: string }[] }>('/transactions');
    expect(body.data).toMatchObject([{ invoice_number: invoice, status: 'completed' }]);
  });
});
