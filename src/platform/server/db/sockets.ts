import { Socket } from 'node:net';

const POSTGRES_PORT = 5432;

/**
 * Opens sockets to the host of a URL, and can close them all. A host that has lost power or is cut
 * off closes none itself, and the operating system takes a quarter of an hour to give up. A driver
 * whose socket closes opens another one.
 */
export function socketsTo(url: string) {
  const { hostname, port } = new URL(url);
  // An IPv6 address is in brackets in a URL.
  const host = hostname.replace(/^\[|\]$/g, '');
  const sockets = new Set<Socket>();
  return {
    open(): Socket {
      // The driver checks the certificate against the socket's host name.
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
