import { memoryTransport } from '#tests/support/memory-transport.ts';
import { transportSuite } from './transport.suite.ts';

transportSuite('memory', 'printed', (mood) => {
  const transport = memoryTransport();
  transport.mood = mood;
  return Promise.resolve({
    transport,
    taken: () => Buffer.concat(transport.jobs),
    close: () => Promise.resolve(),
  });
});
