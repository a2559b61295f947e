import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeAuthority, makeCertificate, type TestCertificate } from '../certificates.ts';
import { onWindows } from './wine.ts';

const STAND_IN = join(import.meta.dirname, 'stand-in.nsi');

/** Signs programs for the tests under Wine with Debian's osslsigncode, and names their folder to them. */
export default async function signPrograms(): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'signed-programs-'));
  const authority = await makeAuthority('rsa');
  const certificateOf = (name: string) =>
    makeCertificate({ names: [name], authority, usage: 'codeSigning', keyType: 'rsa' });
  const program = (name: string) => join(folder, `${name}.exe`);
  const text = (name: string, value: string) => {
    writeFileSync(join(folder, name), value);
    return join(folder, name);
  };
  const sign = (name: string, { certificate, key }: TestCertificate) => {
    const by = ['-certs', text('by.pem', certificate), '-ac', text('authority.pem', authority.certificate)];
    const words = ['sign', ...by, '-key', text('by.key', key), '-h', 'sha256'];
    execFileSync('osslsigncode', [...words, '-in', program('unsigned'), '-out', program(name)]);
  };
  execFileSync('makensis', ['-V1', '-WX', `-XOutFile "${program('unsigned')}"`, STAND_IN]);
  sign('shop', await certificateOf('Shop Tills'));
  // The next year's certificate of the same publisher.
  sign('shop-renewed', await certificateOf('Shop Tills'));
  sign('stranger', await certificateOf('Stranger Tills'));
  process.env.TINDAHAN_SIGNED = onWindows(folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
