import { createHash } from 'node:crypto';
import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Short files that take long. Vitest begins with the largest files where it has measured none, as after a clean checkout:
 * these would come last, and the other workers would have nothing to do beside them.
 */
const LONG = [
  'tests/unit/stored-fields.test.ts',
  'tests/e2e/device-server.test.ts',
  'tests/e2e/offline.test.ts',
  'tests/e2e/first-start.test.ts',
  'tests/e2e/old-till.test.ts',
  'tests/e2e/till-kill.test.ts',
  'tests/e2e/changed-certificate.test.ts',
  'tests/e2e/unplugged-scanner.test.ts',
];

/** Suites that mostly wait for a device: at the end, alone, they would leave half of the processor idle. */
const WAITING = ['hardware'];

/** Returns a place in an order that is another for each seed, and always the same for one. */
const placeOf = (seed: string, { moduleId, project }: TestSpecification): string =>
  createHash('sha256')
    .update(`${seed} ${project.name} ${path.relative(process.cwd(), moduleId)}`)
    .digest('hex');

/** Begins with what takes longest, then with what waits. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isIn = ({ moduleId }: TestSpecification, those: readonly string[]) =>
      those.some((file) => moduleId.endsWith(file));
    const rankOf = (file: TestSpecification) => {
      if (isIn(file, LONG)) return 0;
      return WAITING.includes(file.project.name) ? 1 : 2;
    };
    const seed = process.env.TINDAHAN_TEST_SEED;
    const sorted = seed
      ? files.toSorted((a, b) => placeOf(seed, a).localeCompare(placeOf(seed, b)))
      : await super.sort(files);
    // Vitest runs one suite after the other, by name; this order is kept within a rank.
    return sorted.toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}
