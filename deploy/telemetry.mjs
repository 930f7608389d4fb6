/** Sends OpenTelemetry traces of requests and statements to OTEL_EXPORTER_OTLP_ENDPOINT. Installation: docs/operations.md. */
if (process.env.OTEL_EXPORTER_OTLP_ENDPOINT) {
  const { register } = await import('node:module');
  const { NodeSDK } = await import('@opentelemetry/sdk-node');
  const { HttpInstrumentation } = await import('@opentelemetry/instrumentation-http');
  const { PgInstrumentation } = await import('@opentelemetry/instrumentation-pg');

  register('@opentelemetry/instrumentation/hook.mjs', import.meta.url);
  const http = new HttpInstrumentation({ applyCustomAttributesOnSpan: anonymize });
  const sdk = new NodeSDK({ instrumentations: [http, new PgInstrumentation({ requireParentSpan: true })] });
  sdk.start();
}

/** Removes visitors' addresses and search terms. */
function anonymize(span, { method, url = '' }, response) {
  const path = routeOf(url);
  span.updateName(`${method} ${path}`);
  span.setAttributes({ 'url.path': path, 'url.query': '', 'client.address': '', 'network.peer.address': '' });
  const requestId = response.getHeader?.('x-request-id');
  if (requestId) span.setAttribute('bukuri.request_id', requestId);
}

/** Replaces path segments that may be ids. */
function routeOf(url) {
  const [path] = url.split('?', 1);
  return path.replaceAll(/[^/]+/g, (part) => (/^[a-z][a-z-]{0,23}$/.test(part) ? part : ':id'));
}
