/** A node of the shop that believes an issuer of ours, and a stand-in of Google's script, whose button brings a credential. */
import type { Page } from '@playwright/test';
import { freePort } from '#test/free-port.ts';
import { CLIENT_ID, startIssuer } from '#test/issuer.ts';
import { startNode, stopNode } from './node-process.ts';

export interface ShopAtGoogle {
  origin: string;
  /** Whoever presses the button from now on is this person. */
  standFor: (page: Page, person: { sub: string; email: string }) => Promise<void>;
  close: () => Promise<void>;
}

const SCRIPT = `window.google = { accounts: { id: {
  initialize(options) { this.options = options; },
  renderButton(place, look) {
    window.asked = { ...this.options, ...look };
    const frame = document.createElement('button');
    Object.assign(frame, { type: 'button', textContent: 'Google: ' + look.text, onclick: async () =>
      this.options.callback({ credential: await window.vouch(this.options.nonce) }) });
    Object.assign(frame.style, { width: look.width + 'px', height: '40px' });
    place.append(frame);
  },
} } };`;

export async function openShopAtGoogle(): Promise<ShopAtGoogle> {
  const issuer = await startIssuer();
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const more = { GOOGLE_CLIENT_ID: CLIENT_ID, GOOGLE_ISSUER: issuer.url };
  const databaseUrl = process.env.JOURNEYS_DATABASE ?? '';
  const node = await startNode({ databaseUrl, publicUrl: origin, port, role: 'web', more });
  return {
    origin,
    async standFor(page, person) {
      await page.route('https://accounts.google.com/gsi/client', (route) =>
        route.fulfill({ contentType: 'text/javascript', body: SCRIPT }),
      );
      await page.exposeFunction('vouch', (nonce: string) => issuer.sign({ ...person, nonce }));
    },
    close: async () => {
      await stopNode(node);
      await issuer.close();
    },
  };
}
