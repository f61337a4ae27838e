declare module 'autocannon' {
  type LoadRequest = {
    path: string;
    method: 'GET' | 'POST';
    headers: Record<string, string>;
    body?: string;
  };
  type Options = {
    url: string;
    connections: number;
    timeout: number;
    duration?: number;
    amount?: number;
    requests: LoadRequest[];
  };
  type Result = {
    requests: { average: number };
    latency: { p50: number; p99: number };
    errors: number;
    timeouts: number;
    statusCodeStats?: Record<string, { count: number }>;
  };
  // biome-ignore lint/style/noDefaultExport: the package is CommonJS, so a default import gets all of it
  export default function autocannon(options: Options): Promise<Result>;
}
