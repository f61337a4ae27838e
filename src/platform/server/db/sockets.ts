import { Socket } from 'node:net';

const POSTGRES_PORT = 5432;

/**
 * Opens sockets to the host of a URL, and can end them all. A host that lost its power, or is cut
 * off, ends none by itself: what was sent to it would wait for the operating system to give up,
 * which takes a quarter of an hour. A driver whose socket ends opens another.
 */
export function socketsTo(url: string) {
  const { hostname, port } = new URL(url);
  // In a URL an address of IPv6 stands in brackets.
  const host = hostname.replace(/^\[|\]$/g, '');
  const sockets = new Set<Socket>();
  return {
    open(): Socket {
      // The driver compares the certificate with the name that the socket has.
      const socket = Object.assign(new Socket(), { host });
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      return socket.connect(Number(port || POSTGRES_PORT), host);
    },
    endAll() {
      for (const socket of sockets) socket.destroy();
    },
  };
}
