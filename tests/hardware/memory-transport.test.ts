import { memoryTransport } from '#main/printing/memory-transport.ts';
import { transportSuite } from './transport.suite.ts';

transportSuite('memory', (mood) => {
  const transport = memoryTransport();
  transport.mood = mood;
  return Promise.resolve({ transport, jobs: () => transport.jobs, close: () => Promise.resolve() });
});
