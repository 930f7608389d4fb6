/** A line so slow that a page comes in pieces, each as long after the one before as a picture takes to be drawn. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const PAUSE_MS = 150;
const ELSEWHERE = /<script\b.*?<\/script>|<link rel="(?!expect).*?>|@font-face\{[^}]*url.*?\}/g;

/** Serves a page without its scripts and fonts, parted in front of each of these. */
export async function inPieces(address: string, parts: RegExp): Promise<{ url: string; close: () => void }> {
  const html = (await (await fetch(address)).text()).replaceAll(ELSEWHERE, '');
  const pieces = html.split(parts);
  const server = createServer(async ({ url }, answer) => {
    if (url !== '/') return answer.end();
    answer.setHeader('content-type', 'text/html; charset=utf-8');
    for (const piece of pieces) {
      answer.write(piece);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    answer.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => server.close() };
}
