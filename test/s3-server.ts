/** The part of S3 that the shop uses, in memory: objects of one bucket, with ranges and lists of 400 at a time. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { S3Config } from '#server/gateways/storage/s3.ts';

const PAGE = 400;
const CREDENTIALS = { region: 'auto', accessKeyId: 'key', secretAccessKey: 'secret' };

export async function startS3(): Promise<{ config: S3Config; server: Server; objects: Map<string, Buffer> }> {
  const objects = new Map<string, Buffer>();
  const server = createServer((request, response) => void answer(objects, request, response));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return { config: { ...CREDENTIALS, endpoint: `http://127.0.0.1:${port}/bucket` }, server, objects };
}

async function answer(objects: Map<string, Buffer>, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '', 'http://s3');
  const key = url.pathname.slice('/bucket/'.length);
  const isSigned = request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=key/');
  const isForeign = Object.keys(request.headers).some((name) => /^x-amz-(checksum|sdk)/.test(name));
  const found = objects.get(key);
  if (!isSigned || isForeign) response.writeHead(403).end();
  else if (request.method === 'PUT') {
    // Like S3, which refuses chunks.
    const isSized = request.headers['content-length'] !== undefined;
    if (isSized) objects.set(key, await buffer(request));
    response.writeHead(isSized ? 200 : 411).end();
  } else if (request.method === 'DELETE') {
    objects.delete(key);
    response.writeHead(204).end();
  } else if (url.searchParams.has('list-type')) list(objects, url.searchParams, response);
  else if (!found) response.writeHead(404).end();
  else send(found, request, response);
}

function send(found: Buffer, { method, headers }: IncomingMessage, response: ServerResponse): void {
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
  const part = from === undefined ? found : found.subarray(Number(from), Number(to) + 1);
  response.writeHead(from === undefined ? 200 : 206, { 'content-length': part.length });
  response.end(method === 'HEAD' ? undefined : part);
}

function list(objects: Map<string, Buffer>, query: URLSearchParams, response: ServerResponse): void {
  const keys = [...objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '')).sort();
  const from = Number(query.get('continuation-token') ?? 0);
  const rest = from + PAGE < keys.length ? `<NextContinuationToken>${from + PAGE}</NextContinuationToken>` : '';
  const contents = keys
    .slice(from, from + PAGE)
    .map(
      (key) =>
        `<Contents><Key>${key}</Key><LastModified>${new Date().toISOString()}</LastModified><Size>1</Size></Contents>`,
    );
  response.writeHead(200, { 'content-type': 'application/xml' });
  response.end(
    `<ListBucketResult><IsTruncated>${rest !== ''}</IsTruncated>${rest}${contents.join('')}</ListBucketResult>`,
  );
}
