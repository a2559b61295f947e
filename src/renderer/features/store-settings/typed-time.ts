const HOURS_OF_NOON = 12;

/** Converts a typed time (`9`, `930`, `9:30`, `9:30 pm`, `21.30`) to `HH:MM`; returns other text unchanged. */
export function typedTime(text: string): string {
  const typed = /^\s*(\d{1,2})(?:[:.h ]?(\d{2}))?\s*(am|pm|a|p)?\.?\s*$/i.exec(text);
  if (!typed) return text;
  const [, hours = '', minutes = '00', half] = typed;
  const hour = half
    ? (Number(hours) % HOURS_OF_NOON) + (/^p/i.test(half) ? HOURS_OF_NOON : 0)
    : Number(hours);
  const isTime = hour < 24 && Number(minutes) < 60 && !(half && Number(hours) > HOURS_OF_NOON);
  return isTime ? `${String(hour).padStart(2, '0')}:${minutes}` : text;
}
