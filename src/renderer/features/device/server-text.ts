import type { ServerLook } from '#bridge/connection.ts';
import type { Badge } from './device-text.ts';

type State = ServerLook['state'];

/** The badge for each result of checking an address. */
export const serverBadges: Record<State, Badge> = {
  ready: { tone: 'green', text: 'Answers' },
  untrusted: { tone: 'orange', text: 'Not trusted yet' },
  changed: { tone: 'red', text: 'Another certificate' },
  till_too_old: { tone: 'orange', text: 'This till is too old' },
  unreachable: { tone: 'red', text: 'Does not answer' },
  refused: { tone: 'red', text: 'Cannot be used' },
};

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);

/** Returns what was found at an address, and what to do about it. */
export function serverText(look: ServerLook): string {
  switch (look.state) {
    case 'ready':
      return `${look.is_same ? 'This till’s own server. ' : ''}Version ${look.version}.`;
    case 'untrusted':
      return 'The server shows a certificate that it made itself, as a shop’s own server does. Compare its fingerprint with the one that the server shows when it starts. Trust it only if every group is the same.';
    case 'changed':
      return 'This is not the certificate that was trusted for this address. Either the server’s certificate was replaced, or another computer pretends to be the server, to read passwords and sales. Ask whoever runs the server before you go on.';
    case 'till_too_old':
      return `The server (version ${look.version}) works with tills from version ${look.oldest_client} on; this one is ${look.till_version}. Install the newer till program first.`;
    case 'unreachable':
    case 'refused':
      return sentence(look.reason);
  }
}

/** Returns the text of the button that chooses the server; null if it cannot be chosen. */
export function chooseLabel({ state }: ServerLook): string | null {
  switch (state) {
    case 'ready':
      return 'Use this server';
    case 'untrusted':
      return 'Trust this server';
    case 'changed':
      return 'Trust the new certificate';
    case 'till_too_old':
    case 'unreachable':
    case 'refused':
      return null;
  }
}
