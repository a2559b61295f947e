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

/** Begins with what takes longest. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => LONG.some((file) => moduleId.endsWith(file));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
