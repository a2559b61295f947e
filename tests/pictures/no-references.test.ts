import { it } from 'vitest';
import { browserName } from '#tests/support/pictures/references.ts';

// Runs in place of the picture tests where the machine's Chromium has no pictures to compare with.
it('compares the screens with their pictures', ({ skip }) =>
  skip(`there are none of ${browserName ?? 'this browser'}: npm run pictures:update takes them`));
