import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startReleaseServer, type ReleaseServer } from '#tests/support/updates/release-server.ts';

const OLD = 'the program 1.1.0';
const NEW = 'the program 1.2.0'.repeat(5_000);
const SCRIPT = join(import.meta.dirname, '../../../tests/support/updates/update-and-die.ts');
/** More changes of the disk than an update makes. */
const MOST_STEPS = 60;

let root: string;
let server: ReleaseServer;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'power-cut-'));
  server = await startReleaseServer();
  server.offer(NEW);
});
afterAll(async () => {
  await server.close();
  rmSync(root, { recursive: true, force: true });
});

const versionOf = (image: string) => {
  const program = readFileSync(image, 'utf8');
  if (program === OLD) return '1.1.0';
  return program === NEW ? '1.2.0' : 'half a program';
};

/** Starts the program that lies there, which is killed before a change of the disk; true if it came to its end. */
async function run(folder: string, image: string, step: number): Promise<boolean> {
  const { key, kept } = server;
  const place = { folder, image, version: versionOf(image), keys: [key.publicKey], kept };
  const child = spawn(process.execPath, [SCRIPT, JSON.stringify(place), String(step)], { stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code === 0;
}

it.runIf(process.platform === 'linux')(
  'a till whose power is cut at any step of an update has a whole program, and ends up with the new one',
  { timeout: 300_000 },
  async () => {
    const afterCut: string[] = [];
    let isWhole = false;
    for (let step = 1; !isWhole && step < MOST_STEPS; step += 1) {
      const place = join(root, String(step));
      mkdirSync(place);
      const [folder, image] = [join(place, 'updates'), join(place, 'Tindahan.AppImage')];
      writeFileSync(image, OLD);
      isWhole = await run(folder, image, step);
      afterCut.push(versionOf(image));
      // The next start goes on; the one after it is the new version's.
      for (let starts = 0; starts < 2; starts += 1)
        expect(await run(folder, image, 0), `step ${step}`).toBe(true);
      expect(versionOf(image), `step ${step}`).toBe('1.2.0');
      expect(await run(folder, image, 0)).toBe(true);
      expect(readdirSync(place).toSorted(), `step ${step}`).toEqual(['Tindahan.AppImage', 'updates']);
      expect(readdirSync(folder), `step ${step}`).toEqual(['state.json']);
    }
    expect(isWhole).toBe(true);
    expect(new Set(afterCut)).toEqual(new Set(['1.1.0', '1.2.0']));
  },
);
