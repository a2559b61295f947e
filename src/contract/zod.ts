import { z } from 'zod';

/** Returns a limit with its unit for readers. */
function counted(origin: string, amount: number | bigint): string {
  const noun = origin === 'string' ? 'character' : origin === 'array' || origin === 'set' ? 'entry' : 'byte';
  if (noun === 'entry') return amount === 1 ? '1 entry' : `${amount} entries`;
  return amount === 1 ? `1 ${noun}` : `${amount} ${noun}s`;
}

const isNumber = (origin: string) => ['number', 'int', 'bigint'].includes(origin);

const wanted: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

/** Returns the default message of a rule, for users of forms and the API instead of zod's readers. */
function plainWords(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'This field is required';
      return `Must be ${wanted[issue.expected] ?? 'something else'}`;
    case 'too_small':
      if (isNumber(issue.origin))
        return `Must be ${issue.inclusive ? 'at least' : 'more than'} ${issue.minimum}`;
      if (issue.minimum === 1) return 'This field is required';
      return `Must have at least ${counted(issue.origin, issue.minimum)}`;
    case 'too_big':
      if (isNumber(issue.origin))
        return `Must be ${issue.inclusive ? 'at most' : 'less than'} ${issue.maximum}`;
      return `Must have at most ${counted(issue.origin, issue.maximum)}`;
    case 'invalid_value':
      if (issue.input === undefined) return 'This field is required';
      return `Must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map(String).join(', ')}`;
    case 'unrecognized_keys':
      return 'This field is not known';
    default:
      return 'Invalid value';
  }
}

// The page's content security policy forbids the `eval` that zod would try.
z.config({ customError: plainWords, jitless: 'document' in globalThis });

/** Zod with its set-up; import it from here, so that the set-up runs before the first schema is made. */
export { z };
