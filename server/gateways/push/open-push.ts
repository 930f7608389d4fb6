/** Sending push messages: encryption by `web-push`, the request by Node, to known services at public addresses only. */
import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import type { FastifyBaseLogger } from 'fastify';
import type { RequestDetails } from 'web-push';
import type { Config } from '#server/config.ts';
import { reasonOf } from '#server/kit/error-facts.ts';
import { throttleLog } from '#server/kit/log.ts';
import { tally } from '#server/kit/metrics/tally.ts';
import { type Push, PushFailed, type PushOptions, type PushTarget } from './push.ts';
import { lookUpPublic, serviceOf } from './services.ts';
import { isPublicKey, publicKeyOf } from './vapid.ts';

const PATIENCE_MS = 10_000;
/** Of an answer; the rest is not read. */
const MOST_BYTES = 4096;

const countPush = tally({
  name: 'bukuri_pushes_total',
  help: 'Push messages by the service of the browser: sent, gone, failed for this time, or refused because of our key or contact.',
  labels: ['service', 'outcome'],
});

interface Parts {
  privateKey: string;
  config: Pick<Config, 'push'>;
  log: FastifyBaseLogger;
  patienceMs?: number;
}

export function openPush({ privateKey, config: { push }, log, patienceMs = PATIENCE_MS }: Parts): Push {
  const { subject, testHosts } = push;
  const publicKey = publicKeyOf(privateKey);
  const vapidDetails = { subject, publicKey, privateKey };
  const sayRefused = throttleLog<{ service: string; status: number; reason: string | undefined }>((facts, more) =>
    log.error({ ...facts, more }, 'a push service refused us: check VAPID_SUBJECT and the keys'),
  );

  async function send(to: PushTarget, payload: object, { ttlSeconds }: PushOptions) {
    const service = serviceOf(to.endpoint, testHosts);
    if (service === null) throw new PushFailed('its endpoint is of no known push service');
    const { generateRequestDetails } = (await import('web-push')).default;
    const { endpoint, p256dh, auth } = to;
    const details = generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(payload), {
      vapidDetails,
      TTL: ttlSeconds,
    });
    try {
      const outcome = await deliver(details, service);
      countPush(service, outcome);
      return outcome;
    } catch (error) {
      if (!(error instanceof Refused)) countPush(service, 'failed');
      throw error;
    }
  }

  async function deliver(details: RequestDetails, service: string): Promise<'sent' | 'gone'> {
    const isTest = testHosts.includes(service);
    const { status, text } = await answerOf(details, { isTest, signal: AbortSignal.timeout(patienceMs) });
    if (status >= 200 && status < 300) return 'sent';
    if (status === 404 || status === 410) return 'gone';
    if (status !== 401 && status !== 403) throw new PushFailed(`${service} answered ${status}`);
    countPush(service, 'refused');
    sayRefused(service, { service, status, reason: reasonIn(text) });
    throw new Refused(`${service} refused it with ${status}`);
  }

  const accepts: Push['accepts'] = ({ endpoint, p256dh }) =>
    serviceOf(endpoint, testHosts) !== null && isPublicKey(p256dh);
  return { publicKey, accepts, send };
}

class Refused extends PushFailed {}

/** Redirects are not followed: the answer is the one of the service itself. */
function answerOf(
  { endpoint, method, headers, body }: RequestDetails,
  { isTest, signal }: { isTest: boolean; signal: AbortSignal },
): Promise<{ status: number; text: string }> {
  const options = { method, headers, signal, agent: false, ...(!isTest && { lookup: lookUpPublic }) };
  const request = isTest && endpoint.startsWith('http:') ? requestPlain : requestSecure;
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => reject(new PushFailed(`it did not answer: ${reasonOf(error)}`));
    request(endpoint, options)
      .on('response', (response) => {
        readStart(response).then((text) => resolve({ status: response.statusCode ?? 0, text }), fail);
      })
      .on('error', fail)
      .end(body);
  });
}

/** The beginning of a body. */
async function readStart(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > MOST_BYTES) break;
  }
  return Buffer.concat(chunks).toString('utf8', 0, MOST_BYTES);
}

/** As Apple names it, such as `BadJwtToken`; other texts may quote the endpoint. */
function reasonIn(text: string): string | undefined {
  return /"reason"\s*:\s*"(\w{1,40})"/.exec(text)?.[1];
}
