// A vitest reporter: writes the summary of `npm test` as JSON to the file TINDAHAN_TEST_REPORT.
import { writeFileSync } from 'node:fs';
import path from 'node:path';

const fullName = (test) => `${test.module.project.name} > ${test.module.relativeModuleId} > ${test.fullName}`;

const project = path.resolve(import.meta.dirname, '..');
const nameOf = (file) => path.relative(project, file.replace(/^https?:\/\/[^/]+|\?.*$/g, ''));

/** Returns the message of the first error of a test that failed, or whose first try failed, and the lines it came by. */
function firstMessage(test) {
  const [{ message = 'it said nothing', stacks = [] } = {}] = test.result().errors ?? [];
  const lines = stacks.slice(0, 3).map(({ file, line }) => `${nameOf(file)}:${line}`);
  return [message.split('\n')[0], ...lines].join(' < ');
}

/** Returns the wall time of a project's files from the first start to the last end, and the sum of their times. */
function timesOf(modules) {
  const spans = modules.map((module) => {
    const { startTime = 0 } = module.task.result ?? {};
    const { collectDuration, setupDuration, prepareDuration, environmentSetupDuration, duration } =
      module.diagnostic();
    const before = collectDuration + setupDuration + prepareDuration + environmentSetupDuration;
    return { start: startTime - before, end: startTime + duration };
  });
  const sum = spans.reduce((total, { start, end }) => total + end - start, 0);
  const last = Math.max(...spans.map(({ end }) => end));
  return {
    milliseconds: last - Math.min(...spans.map(({ start }) => start)),
    workerMilliseconds: sum,
  };
}

export default class TestReport {
  onTestRunEnd(modules, unhandledErrors) {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const count = (state) => tests.filter((test) => test.result().state === state).length;
    // A file that does not load, or a hook that fails, has no failing test of its own.
    const failedFiles = modules.filter(
      (module) =>
        module.state() === 'failed' &&
        ![...module.children.allTests()].some((test) => test.result().state === 'failed'),
    );
    const projects = [...Map.groupBy(modules, (module) => module.project.name)].map(([name, own]) => ({
      name,
      tests: own.reduce((total, module) => total + [...module.children.allTests()].length, 0),
      ...timesOf(own),
    }));
    const report = {
      passed: count('passed'),
      failed: count('failed') + failedFiles.length + unhandledErrors.length,
      skipped: count('skipped'),
      projects,
      failedFiles: modules
        .filter((module) => module.state() === 'failed')
        .map((module) => ({
          project: module.project.name,
          file: module.relativeModuleId,
          failed:
            [...module.children.allTests()].filter((test) => test.result().state === 'failed').length || 1,
        })),
      failures: [
        ...tests
          .filter((test) => test.result().state === 'failed')
          .map((test) => `${fullName(test)}: ${firstMessage(test)}`),
        ...failedFiles.map((module) => `${module.relativeModuleId}: ${module.errors()[0]?.message}`),
        ...unhandledErrors.map((error) => `outside of a test: ${error.message}`),
      ],
      leftOut: tests
        .filter((test) => test.result().state === 'skipped' && test.result().note)
        .map((test) => `${fullName(test)}: ${test.result().note}`),
      secondTries: tests
        .filter((test) => (test.diagnostic()?.retryCount ?? 0) > 0)
        .map((test) => `${fullName(test)}: ${firstMessage(test)}`),
    };
    writeFileSync(process.env.TINDAHAN_TEST_REPORT ?? 'test-report.json', JSON.stringify(report));
  }
}
