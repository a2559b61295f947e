import { memoryScanner } from '#tests/support/memory-scanner.ts';
import { scannerSuite } from './scanner.suite.ts';

scannerSuite('memory', () => {
  const driver = memoryScanner();
  return {
    driver,
    settings: { kind: 'serial', path: 'COM3', baud_rate: 9600 },
    send: (bytes) => driver.send(Buffer.from(bytes, 'latin1')),
    unplug: driver.unplug,
    plugIn: () => {
      driver.mood = 'plugged';
    },
    occupy: () => {
      driver.mood = 'busy';
      return Promise.resolve(() => {
        driver.mood = 'plugged';
      });
    },
    close: () => undefined,
  };
});
