/** `/metrics` on a port of its own, which visitors never reach. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Place } from '#server/kit/http/port.ts';
import type { Metrics } from './metrics.ts';

export interface MetricsServer {
  address: string;
  close: () => Promise<void>;
}

export async function serveMetrics(metrics: Metrics, place: Place): Promise<MetricsServer> {
  const server = createServer(async ({ method, url }, response) => {
    if (method !== 'GET' || url !== '/metrics') return response.writeHead(404).end();
    const text = await metrics.text();
    response.writeHead(200, { 'content-type': metrics.contentType }).end(text);
  });
  server.listen(place);
  await once(server, 'listening');
  const { address, port, family } = server.address() as AddressInfo;
  return {
    address: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}/metrics`,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
