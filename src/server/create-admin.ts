import { createInterface } from 'node:readline/promises';
import { PASSWORD_MIN } from '#contract/staff.ts';
import { DEFAULT_TIME_ZONE } from '#domain/time-zones.ts';
import type { Database } from './db/access.ts';
import { isSetupNeeded, makeFirstShop } from './modules/setup/setup.public.ts';
import { hashPassword, weaknessOf } from './modules/staff/staff.public.ts';

async function ask(): Promise<{
  name: string;
  email: string;
  password: string;
  code: string;
  store: string;
}> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const lines = terminal[Symbol.asyncIterator]();
  const question = async (text: string) => {
    process.stdout.write(text);
    const line = await lines.next();
    return line.done ? '' : line.value.trim();
  };
  const answers = {
    name: await question('Your name: '),
    email: (await question('Your email: ')).toLowerCase(),
    password: await question(`A password (at least ${PASSWORD_MIN} characters): `),
    code: (await question('Code of your first store, such as MNL-01: ')).toUpperCase(),
    store: await question('Name of that store: '),
  };
  terminal.close();
  return answers;
}

/** Asks for, and makes, the first admin and the first store of a real shop; refuses where somebody exists already. */
export async function createFirstAdmin(database: Database, now: number): Promise<void> {
  if (!(await isSetupNeeded(database.reader))) {
    throw new Error('This shop has staff already. Sign in as an admin to add more.');
  }
  const { name, email, password, code, store } = await ask();
  if (!name || !store) throw new Error('A name is needed, for you and for the store.');
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) throw new Error('Invalid email');
  const weakness = weaknessOf(password, [name, email, store]);
  if (weakness !== null) throw new Error(weakness);
  if (!/^[A-Z0-9-]{1,10}$/.test(code))
    throw new Error('The code is at most 10 capital letters, digits and hyphens.');
  const passwordHash = await hashPassword(password);
  await database.write((writer) =>
    makeFirstShop(
      writer,
      {
        admin: { name, email, passwordHash },
        store: { code, name: store, timezone: DEFAULT_TIME_ZONE, settings_json: null },
      },
      now,
    ),
  );
  console.log(`\n${email} is the admin of ${store}. Start the server and sign in.`);
}
