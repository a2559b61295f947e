import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

/**
 * The server's treatment of the next mail: takes it, refuses the address, or hangs up in the middle of the mail's text.
 */
export type SmtpMood = 'takes' | 'refuses' | 'hangs up';
export type ReceivedMail = { from: string; to: string; data: string };

export type SmtpServer = {
  url: string;
  mood: SmtpMood;
  mails: ReceivedMail[];
  /** The number of opened connections, whatever their outcome. */
  connections: number;
  close: () => Promise<void>;
};

const END_OF_DATA = '\r\n.\r\n';
const addressIn = (line: string) => /<([^>]*)>/.exec(line)?.[1] ?? '';

/** Handles one conversation of RFC 5321, without extensions: its commands one after another, and the text of the mail. */
function converse(socket: Socket, server: SmtpServer): void {
  let waiting = '';
  let isData = false;
  let mail: ReceivedMail = { from: '', to: '', data: '' };
  const say = (line: string) => socket.write(`${line}\r\n`);

  const readData = () => {
    if (server.mood === 'hangs up') return void socket.destroy();
    const end = waiting.indexOf(END_OF_DATA);
    if (end < 0) return;
    server.mails.push({ ...mail, data: waiting.slice(0, end).replaceAll('\r\n..', '\r\n.') });
    waiting = waiting.slice(end + END_OF_DATA.length);
    isData = false;
    say('250 Taken');
  };

  const obey = (line: string) => {
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === 'EHLO' || verb === 'HELO') return say('250 test.invalid');
    if (verb === 'MAIL') {
      mail = { from: addressIn(line), to: '', data: '' };
      return say('250 OK');
    }
    if (verb === 'RCPT') {
      if (server.mood === 'refuses') return say('550 No such mailbox');
      mail = { ...mail, to: addressIn(line) };
      return say('250 OK');
    }
    if (verb === 'DATA') {
      isData = true;
      return say('354 Go on');
    }
    if (verb === 'QUIT') return void socket.end('221 Bye\r\n');
    return say('250 OK');
  };

  socket.on('data', (chunk) => {
    waiting += chunk.toString('utf8');
    for (;;) {
      if (isData) return readData();
      const end = waiting.indexOf('\r\n');
      if (end < 0) return;
      const line = waiting.slice(0, end);
      waiting = waiting.slice(end + 2);
      obey(line);
    }
  });
  say('220 test.invalid');
}

/** Starts an SMTP server on a socket of this computer that records the mails it was sent. */
export async function startSmtpServer(): Promise<SmtpServer> {
  const sockets = new Set<Socket>();
  const listener = createServer((socket) => {
    server.connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    converse(socket, server);
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const server: SmtpServer = {
    url: `smtp://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    mood: 'takes',
    mails: [],
    connections: 0,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      listener.close();
      await once(listener, 'close');
    },
  };
  return server;
}
