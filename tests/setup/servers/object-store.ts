import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { onFreePort } from './on-free-port.ts';

const ACCESS_KEY = 'test-key';
const SECRET = 'test/secret+with=signs';
const BUCKET = 'photos';
const PAGE = 3;

export type ObjectStore = Awaited<ReturnType<typeof startObjectStore>>;

/**
 * S3 in memory: PUT, GET, HEAD, DELETE and ListObjectsV2 of one bucket, in pages of three. Refuses
 * requests not signed with its secret (AWS Signature Version 4); fails by `outage.status`.
 */
export async function startObjectStore() {
  const objects = new Map<string, { bytes: Buffer; contentType: string }>();
  const outage = { status: 0 };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    if (outage.status) return response.writeHead(outage.status).end();
    if (!isSigned(request, body))
      return response.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>');
    const url = new URL(request.url ?? '', 'http://store');
    const [, bucket, key = ''] = url.pathname.split('/');
    if (bucket !== BUCKET) return response.writeHead(404).end();
    if (!key)
      return response.writeHead(200).end(listOf([...objects.keys()].sort(), url.searchParams));
    const found = objects.get(key);
    const { method, headers } = request;
    if (method === 'PUT') {
      objects.set(key, { bytes: body, contentType: headers['content-type'] ?? '' });
      return response.writeHead(200).end();
    }
    if (method === 'DELETE') {
      objects.delete(key);
      return response.writeHead(204).end();
    }
    if (!found) return response.writeHead(404).end();
    response.writeHead(200, { 'content-type': found.contentType });
    return response.end(method === 'HEAD' ? undefined : found.bytes);
  });
  const { port, close } = await onFreePort(server);
  return {
    url: `http://${ACCESS_KEY}:${encodeURIComponent(SECRET)}@127.0.0.1:${port}/${BUCKET}`,
    objects,
    outage,
    close,
  };
}

function listOf(keys: string[], query: URLSearchParams): string {
  const after = query.get('continuation-token')?.replace('after+', '') ?? '';
  const wanted = keys.filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after);
  const page = wanted.slice(0, PAGE);
  const contents = page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('');
  const next = `<NextContinuationToken>after+${page.at(-1)}</NextContinuationToken>`;
  return `<ListBucketResult>${contents}${wanted.length > PAGE ? next : ''}</ListBucketResult>`;
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, text: string) =>
  createHmac('sha256', key).update(text).digest();

function isSigned(request: IncomingMessage, body: Buffer): boolean {
  const { headers, method = '' } = request;
  const given =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    );
  if (!given) return false;
  const [, accessKey, day = '', region = '', names = '', signature] = given;
  const url = new URL(request.url ?? '', 'http://store');
  const query = [...url.searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .sort()
    .join('&');
  const claimed = String(headers['x-amz-content-sha256']);
  if (claimed !== 'UNSIGNED-PAYLOAD' && claimed !== sha256(body)) return false;
  const canonical = [
    method,
    url.pathname,
    query,
    ...names.split(';').map((name) => `${name}:${headers[name]}`),
    '',
    names,
    claimed,
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const key = hmac(hmac(hmac(hmac(`AWS4${SECRET}`, day), region), 's3'), 'aws4_request');
  return accessKey === ACCESS_KEY && hmac(key, text).toString('hex') === signature;
}
