import { type Asking, asJson } from './clients.ts';

type Insisted = Asking & { path: string };
type Answer = {
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
    async insist({ path, ...asking }: Insisted): Promise<Answer> {
      for (let tries = 1; ; tries += 1) {
        try {
          const response = await fetch(`http://127.0.0.1:${port()}${path}`, asJson(asking));
          const body = (await response.json()) as Answer['body'];
          if (response.status < 500) return { status: response.status, body, tries };
        } catch {}
        retries += 1;
        await recovered();
      }
    },
  };
}

export type Insisting = ReturnType<typeof createInsisting>;
