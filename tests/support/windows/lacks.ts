import { Socket } from 'node:net';

// What Wine lacks and Windows has: loaded before whatever runs under Wine.

// The options of a socket behind it: undici's connections would end before they begin (UNKNOWN).
Socket.prototype.setKeepAlive = function noKeepAlive() {
  return this;
};
