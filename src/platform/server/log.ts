import { type DestinationStream, type Logger as PinoLogger, pino } from 'pino';

declare global {
  type Logger = Pick<PinoLogger, 'info' | 'warn' | 'error' | 'debug'> & {
    /** `redact: []` is for lines whose fields are all listed in the call. */
    child(bindings: { requestId?: string }, options?: { redact: [] }): Logger;
  };
}

/** No call logs a body, a header or an address in the first place. */
const SECRET_NAMES = [
  'password',
  'otp',
  'code',
  'token',
  'signupToken',
  'authorization',
  'phoneNumber',
  'nationalId',
  'email',
];

const LOG_WRITE_BYTES = 4096;
const LOG_DELAY_MILLISECONDS = 100;
/** About 20,000 lines. Further ones are lost. */
const LOG_WAITING_BYTES = 4 * 1024 * 1024;

export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    redact: { paths: SECRET_NAMES.flatMap((name) => [name, `*.${name}`]), censor: '[hidden]' },
    serializers: { err: describeFailure },
  };
  return pino(options, destination ?? collectingOutput());
}

/**
 * With synchronous writes, a reader that pauses blocks the process: for 7 of 8 seconds in a
 * measurement, against 0.03.
 */
function collectingOutput() {
  const output = pino.destination({
    dest: 1,
    sync: false,
    minLength: LOG_WRITE_BYTES,
    maxLength: LOG_WAITING_BYTES,
    periodicFlush: LOG_DELAY_MILLISECONDS,
  });
  // If the disk is full, the last flush would retry forever.
  let isFailing = false;
  output.on('error', () => {
    isFailing = true;
  });
  output.on('write', () => {
    isFailing = false;
  });
  const flushSync = output.flushSync.bind(output);
  output.flushSync = () => {
    if (!isFailing) flushSync();
  };
  return output;
}

/**
 * A database error's message may contain a row's values ("Key (email)=(…) already exists"), and
 * drizzle's contains the parameters.
 */
function describeFailure(error: unknown): object {
  if (!(error instanceof Error)) return { message: typeof error };
  const isDatabase =
    'severity' in error ||
    error.name === 'DrizzleQueryError' ||
    error.message.startsWith('Failed query');
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const constraint =
    'constraint_name' in error
      ? error.constraint_name
      : 'constraint' in error
        ? error.constraint
        : undefined;
  const at = error.stack
    ?.split('\n')
    .filter((line) => line.startsWith('    at '))
    .slice(0, 8)
    .map((line) => line.trim());
  return {
    name: error.name,
    // A mail server's response may contain the recipient.
    message: isDatabase
      ? 'database error'
      : error.message.replace(/[^\s<>"]+@[^\s<>"]+/g, '[address]'),
    // `code` is redacted.
    ...(code && { errorCode: code }),
    ...(constraint ? { constraint } : {}),
    at,
    ...(error.cause !== undefined && { cause: describeFailure(error.cause) }),
  };
}
