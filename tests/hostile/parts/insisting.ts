export type Asking = {
  path: string;
  method?: 'POST' | 'PUT';
  token?: string;
  body: object;
  key?: string;
};
export type Answer = {
  status: number;
  body: { code?: string; orders?: { id: number }[]; attempt?: { status: string } };
  tries: number;
};

type Options = {
  port: () => string;
  recovered: () => Promise<unknown>;
};

export function createInsisting({ port, recovered }: Options) {
  let retries = 0;
  return {
    retries: () => retries,
    async insist({ path, method = 'POST', token, body, key }: Asking): Promise<Answer> {
      const headers = {
        'content-type': 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
        ...(key && { 'idempotency-key': key }),
      };
      for (let tries = 1; ; tries += 1) {
        try {
          const response = await fetch(`http://127.0.0.1:${port()}${path}`, {
            method,
            headers,
            body: JSON.stringify(body),
          });
          const answer = (await response.json()) as Answer['body'];
          if (response.status < 500) return { status: response.status, body: answer, tries };
        } catch {}
        retries += 1;
        await recovered();
      }
    },
  };
}

export type Insisting = ReturnType<typeof createInsisting>;
