import { TRPCClientError } from '@trpc/client';
import { PhotoNotSent } from '#photos/web/send-photo.ts';
import { fetchFile, serverSentence } from '#web/fetch-file.ts';
import { failureText, readFailure, sayFailure } from '#web/rpc.ts';

const refused = (message: string) =>
  TRPCClientError.from({
    error: { code: -32_600, message, data: { code: 'EMAIL_TAKEN', httpStatus: 409 } },
  } as never);
const fallbacks = {
  failed: () => 'Registration failed. Please try again.',
  connectionLost: () => 'Registration failed. Please check your connection and try again.',
};

describe("§8: 'Server messages are shown when present; otherwise the fallbacks below'", () => {
  afterEach(() => vi.unstubAllGlobals());

  test('a procedure error with an empty message shows its fallback', () => {
    const fallback = 'Failed to delete product.';
    for (const message of ['', ' ']) {
      expect(sayFailure(readFailure(refused(message)), fallbacks)).toBe(fallbacks.failed());
      expect(failureText(refused(message), fallback)).toBe(fallback);
    }
    expect(failureText(refused('This email is taken.'), fallback)).toBe('This email is taken.');
  });

  test('an error of a REST path shows its fallback too, even if its body is not JSON', async () => {
    const fallback = 'The file could not be made.';
    for (const answer of [{ message: '  ' }, { message: 7 }, null, 'Bad Gateway', []]) {
      expect(serverSentence(answer)).toBeNull();
      const response = new Response(JSON.stringify(answer), { status: 500 });
      vi.stubGlobal('fetch', async () => response);
      await expect(fetchFile('/api/auth/export', fallback)).rejects.toThrow(fallback);
    }
    expect(serverSentence({ message: 'Please wait.' })).toBe('Please wait.');
  });

  test('a photo that could not be sent says so without a message of the server', () => {
    for (const message of ['', undefined]) {
      const { message: said } = new PhotoNotSent({ status: 500, message, retryAfterSeconds: 0 });
      expect(said).toMatch(/\w{3}/);
    }
  });
});
