import { vi } from 'vitest';

type Posted = { path: string; key: string | undefined; token: string | undefined; form: FormData };

/**
 * @param answerTo returns null for no answer at all
 * @returns what the server was sent
 */
export function serverThat(
  answerTo: (path: string) => { status: number; retryAfter?: number } | null,
) {
  const posted: Posted[] = [];
  class FakeRequest {
    status = 0;
    responseText = '';
    upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
    onloadend = () => {};
    private path = '';
    private headers: Record<string, string> = {};
    private retryAfter: number | undefined;
    open(_: string, path: string) {
      this.path = path;
    }
    setRequestHeader(name: string, value: string) {
      this.headers[name] = value;
    }
    getResponseHeader() {
      return this.retryAfter === undefined ? null : String(this.retryAfter);
    }
    send(form: FormData) {
      const { authorization: token, 'idempotency-key': key } = this.headers;
      posted.push({ path: this.path, key, token, form });
      const answer = answerTo(this.path);
      if (!answer) return;
      Object.assign(this, answer);
      this.responseText = JSON.stringify(
        answer.status === 201 ? taken(this.path) : { message: 'Not this one' },
      );
      queueMicrotask(() => this.onloadend());
    }
    abort() {
      this.onloadend();
    }
  }
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  return posted;
}

const taken = (path: string) => ({
  message: { id: 5, text: '' },
  ...(path.includes('/about/') && { conversationId: 31 }),
});

/** jsdom's files cannot be read, and its forms take no others. */
export class FakeForm {
  private parts: [string, unknown][] = [];
  append(name: string, value: unknown) {
    this.parts.push([name, value]);
  }
  getAll = (name: string) => this.parts.filter(([own]) => own === name).map(([, value]) => value);
  get = (name: string) => this.getAll(name)[0];
}
