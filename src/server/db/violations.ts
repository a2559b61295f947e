/** Whether an error is a refused duplicate, on any engine. */
export function isDuplicate(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  const UNIQUE_VIOLATION = '23505';
  return (
    error.code === UNIQUE_VIOLATION || /^SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY)$/.test(String(error.code))
  );
}
