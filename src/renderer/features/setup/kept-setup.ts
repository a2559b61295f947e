const KEY = 'tindahan.setup';

/** Never written down. */
const SECRET = ['password', 'password_confirmation', 'code'];

type Values = Readonly<Record<string, unknown>>;

/** Keeps what was typed, but for what is secret, until this tab is closed: a reload should not lose a page of it. */
export function keepSetup(typed: Values): void {
  const kept = Object.entries(typed).filter(([field]) => !SECRET.includes(field));
  sessionStorage.setItem(KEY, JSON.stringify(Object.fromEntries(kept)));
}

export function forgetSetup(): void {
  sessionStorage.removeItem(KEY);
}

/** What the form begins with: what was typed before a reload, over these. */
export function withKeptSetup<T extends Values>(values: T): T {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Values;
    const fitting = Object.entries(values).map(([field, value]) => [
      field,
      typeof kept[field] === typeof value ? kept[field] : value,
    ]);
    return Object.fromEntries(fitting) as T;
  } catch {
    return values;
  }
}
