import { connect } from 'node:net';
import { relative, resolve } from 'node:path';

/** The kernel's limit, without the final NUL. */
const SOCKET_PATH_MAX = 103;

/** Other errors don't prove that nobody listens. */
export function isAlive(path: string): Promise<boolean> {
  return new Promise((resolveAnswer) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolveAnswer(true);
    });
    socket.once('error', (error: NodeJS.ErrnoException) =>
      resolveAnswer(error.code !== 'ECONNREFUSED' && error.code !== 'ENOENT'),
    );
  });
}

export function shortestSocketPath(path: string): string {
  const [best] = [resolve(path), relative(process.cwd(), path)].sort((a, b) => a.length - b.length);
  if (best === undefined || Buffer.byteLength(best) > SOCKET_PATH_MAX) {
    throw new Error(
      `DATA_DIR is too long a path for a socket (${path}): set one under ${SOCKET_PATH_MAX} characters`,
    );
  }
  return best;
}
