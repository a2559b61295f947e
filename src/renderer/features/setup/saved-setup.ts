const KEY = 'tindahan.setup';

/** Never written down. */
const SECRET = ['password', 'password_confirmation', 'code'];

type Values = Readonly<Record<string, unknown>>;

/** Keeps what was typed, but for what is secret, until this tab is closed: a reload should not lose a page of it. */
export function keepSetup(typed: Values): void {
  const saved = Object.entries(typed).filter(([field]) => !SECRET.includes(field));
  sessionStorage.setItem(KEY, JSON.stringify(Object.fromEntries(saved)));
}

export function forgetSetup(): void {
  sessionStorage.removeItem(KEY);
}

/** What the form begins with: what was typed before a reload, over these. */
export function withSavedSetup<T extends Values>(values: T): T {
  try {
    const saved = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Values;
    const fitting = Object.entries(values).map(([field, value]) => [
      field,
      typeof saved[field] === typeof value ? saved[field] : value,
    ]);
    return Object.fromEntries(fitting) as T;
  } catch {
    return values;
  }
}
