import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

const START_MILLISECONDS = 20_000;
const LOOK_AGAIN_MILLISECONDS = 50;

export async function untilListening(port: number) {
  for (const startedAt = Date.now(); ; await pause(LOOK_AGAIN_MILLISECONDS)) {
    const socket = connect(port, '127.0.0.1');
    try {
      await once(socket, 'connect');
      return;
    } catch (error) {
      if (Date.now() - startedAt > START_MILLISECONDS) throw error;
    } finally {
      socket.destroy();
    }
  }
}
