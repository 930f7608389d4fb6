/**
 * Sends traces of requests and statements with OpenTelemetry, where OTEL_EXPORTER_OTLP_ENDPOINT says to whom; else does nothing.
 * Its packages are not among those of the shop: docs/operations.md says how to put both into a folder and load them.
 */
if (process.env.OTEL_EXPORTER_OTLP_ENDPOINT) {
  const { register } = await import('node:module');
  const { NodeSDK } = await import('@opentelemetry/sdk-node');
  const { HttpInstrumentation } = await import('@opentelemetry/instrumentation-http');
  const { PgInstrumentation } = await import('@opentelemetry/instrumentation-pg');

  register('@opentelemetry/instrumentation/hook.mjs', import.meta.url);
  const http = new HttpInstrumentation({ applyCustomAttributesOnSpan: tellNobody });
  const sdk = new NodeSDK({ instrumentations: [http, new PgInstrumentation({ requireParentSpan: true })] });
  sdk.start();
}

/** Who asked and for what they searched stays here, as in the log. */
function tellNobody(span, { method, url = '' }, response) {
  const path = routeOf(url);
  span.updateName(`${method} ${path}`);
  span.setAttributes({ 'url.path': path, 'url.query': '', 'client.address': '', 'network.peer.address': '' });
  const requestId = response.getHeader?.('x-request-id');
  if (requestId) span.setAttribute('bukuri.request_id', requestId);
}

/** What is no plain word may be an id. */
function routeOf(url) {
  const [path] = url.split('?', 1);
  return path.replaceAll(/[^/]+/g, (part) => (/^[a-z][a-z-]{0,23}$/.test(part) ? part : ':id'));
}
