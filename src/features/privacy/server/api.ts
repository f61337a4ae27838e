import { type Context, Hono } from 'hono';
import { dayInNairobi } from '#rules/day.ts';
import { AppError } from '#server/app-error.ts';
import { answerError, type RequestEnv } from '#server/http/rest.ts';
import { mutation, query } from '#server/procedures.ts';
import * as operations from '../contract.ts';
import { deleteAccount, exportData, streamData } from './account-data.ts';

export const auth = {
  exportData: query(operations.exportData, exportData),
  deleteAccount: mutation(operations.deleteAccount, deleteAccount),
};

/** GET /api/auth/export -> a JSON file. Streamed, so it calls its use case directly. */
async function sendDataExport(c: Context<RequestEnv>) {
  try {
    const context = c.get('context');
    const { db, services, session } = context;
    const current = await services.calls.run(context, () => session());
    if (!current) throw new AppError('NOT_LOGGED_IN');
    const pieces = await streamData({ ...services, db, user: { id: current.userId } });
    const name = `sokoshamba-${dayInNairobi(services.clock())}.json`;
    const headers = {
      'Content-Type': 'application/json',
      'Content-Disposition': `attachment; filename="${name}"`,
    };
    return c.body(
      asBytes(pieces, (error) =>
        services.log.warn({ err: error }, 'an export of data was cut short'),
      ),
      200,
      headers,
    );
  } catch (error) {
    return answerError(c, error);
  }
}

type Pieces = Awaited<ReturnType<typeof streamData>>;

/** Makes a piece when the client has read the previous one. */
function asBytes(pieces: Pieces, onError: (error: unknown) => void) {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const piece = await pieces.next();
          if (piece === null) controller.close();
          else controller.enqueue(encoder.encode(piece));
        } catch (error) {
          onError(error);
          controller.error(error);
        }
      },
      cancel: () => pieces.end(),
    },
    { highWaterMark: 0 },
  );
}

export const exportPaths = new Hono<RequestEnv>().get('/', sendDataExport);
