const GONE = '[redacted]';

// A quoted text, a list, or one word: a value in JSON, in Node's own notation or in an address. A cut-off value lacks its
// closing quote.
const value = String.raw`"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|\x60(?:[^\x60\\]|\\.)*\x60?|\[[^\]\n]*\]|[^\s,;&}\])"']+`;
const named = (names: string) =>
  new RegExp(String.raw`(["']?\b[\w-]{0,40}(?:${names})[\w-]{0,40}["']?\s*[:=]\s*)(?:${value})`, 'gi');

// Whole lines first: their values have spaces and semicolons in them.
const cookies =
  /(\b(?:set-)?cookie2?["']?\s*[:=]\s*)(?:"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|\[[^\]]*\]|[^\n]*)/gi;
const credentials = /\b(bearer|basic|digest)\s+[\w.~+/=-]+/gi;
/** The till's own credential: 32 bytes in base64url. */
const tillSecret = /\b(till)\s+[\w-]{43}(?![\w-])/gi;
const secrets = named(
  'password|passphrase|passwd|passcode|pwd|token|secret|authorization|api[_-]?key|private[_-]?key',
);
const people = named('e-?mail|phone|mobile');
const inAddress = /([?&](?:search|customer|email|phone|token|code)=)[^&\s'"]*/gi;
const userInAddress = /(\/\/)[^\s/@:]{1,100}:[^\s/@]{1,200}@/g;
const mailAddress = /[\p{L}\p{N}._%+-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.)+\p{L}{2,24}/gu;
// Mobile (0917 123 4567, +63 917…), landline ((02) 8123 4567), and any other number that says its country.
const phone =
  /(?<![\d\w.+])(?:(?:\+?63[ -]?|0)9\d{2}[ -]?\d{3}[ -]?\d{4}|\(0\d{1,2}\) ?\d{3,4}[ -]?\d{4}|\+\d(?:[ -]?\d){7,13})(?!\d)/g;
const dottedCard = /(?<![\d\w.])\d{4}(?:\.\d{4}){3}(?:\.\d{1,3})?(?![\d\w])/g;
const digitRun = /(?<![\d\w.])\d(?:[ -]?\d){13,18}(?![\d\w])/g;

/**
 * Redacts a text for a log that a shop sends to support: removes passwords, tokens, cookies, email addresses, phone
 * numbers and card numbers. IMEIs stay: without them no fault of a sale can be followed.
 */
export function redact(text: string): string {
  return text
    .replace(cookies, `$1${GONE}`)
    .replace(credentials, `$1 ${GONE}`)
    .replace(tillSecret, `$1 ${GONE}`)
    .replace(secrets, `$1${GONE}`)
    .replace(people, `$1${GONE}`)
    .replace(inAddress, `$1${GONE}`)
    .replace(userInAddress, `$1${GONE}@`)
    .replace(mailAddress, '[email]')
    .replace(phone, '[phone]')
    .replace(dottedCard, '[card]')
    .replace(digitRun, (run) => (isCardLike(run.replace(/\D/g, '')) ? '[card]' : run));
}

/**
 * True for card numbers: sixteen to nineteen digits always, mistyped ones too. Fifteen are an IMEI unless they begin like
 * American Express, which no IMEI does; fourteen are a card only in Diners Club's range.
 */
function isCardLike(digits: string): boolean {
  if (digits.length >= 16) return true;
  return digits.length === 15 ? /^3[47]/.test(digits) : /^3[0689]/.test(digits);
}
