import type { Socket } from 'node:net';
import { deserialize, serialize } from 'node:v8';

/** Sends a message over a socket, after its length. */
export function sendMessage(socket: Socket, message: unknown): void {
  const bytes = serialize(message);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(bytes.length);
  socket.write(Buffer.concat([length, bytes]));
}

/** Gives each message that comes over a socket. */
export function readMessages(socket: Socket, take: (message: unknown) => void): void {
  let rest = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= 4 && rest.length >= 4 + rest.readUInt32LE(0)) {
      const end = 4 + rest.readUInt32LE(0);
      take(deserialize(rest.subarray(4, end)));
      rest = rest.subarray(end);
    }
  });
}
