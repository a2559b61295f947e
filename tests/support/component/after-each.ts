import { afterEach } from 'vitest';
import { leaveNothing } from './open-screen.tsx';

// Runs for each file, while the module it comes from is loaded once for all of them.
afterEach(leaveNothing);
