/** Content security and permissions policies of pages: own origin only, plus what the route table opens. */

import type { Cards, IdentityClients } from '#web/kit/data/shop-config.ts';
import type { Opening } from '#web/kit/router/page.tsx';

type Directive = 'script-src' | 'style-src' | 'img-src' | 'connect-src' | 'frame-src';

/** What an opening allows. */
export interface Allowance {
  /** CSP sources by directive. */
  content?: Partial<Record<Directive, readonly string[]>>;
  /** Permissions, such as `camera: '(self)'`. */
  permissions?: Readonly<Record<string, string>>;
}

export type Allowances = Partial<Record<Opening, Allowance>>;

export interface Policies {
  content: string;
  permissions: string;
}

/** Stripe.js, its frames and API. */
const stripe: Allowance = {
  content: {
    'script-src': ['https://js.stripe.com', 'https://*.js.stripe.com'],
    'connect-src': ['https://api.stripe.com'],
    'frame-src': ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  },
};

/** The Google button: script, styles, frame and API. */
const google: Allowance = {
  content: {
    'script-src': ['https://accounts.google.com/gsi/client'],
    'style-src': ['https://accounts.google.com/gsi/style'],
    'connect-src': ['https://accounts.google.com/gsi/'],
    'frame-src': ['https://accounts.google.com/gsi/'],
  },
};

/** The Apple script, which opens a window. */
const apple: Allowance = {
  content: {
    'script-src': ['https://appleid.cdn-apple.com/appleauth/static/jsapi/appleid/'],
    'connect-src': ['https://appleid.apple.com'],
    'frame-src': ['https://appleid.apple.com'],
  },
};

/** Openings by configuration; unconfigured ones stay closed. */
export const allowancesOf = ({ cards, identities }: { cards: Cards; identities: IdentityClients }): Allowances => ({
  camera: { permissions: { camera: '(self)' } },
  ...(cards === 'stripe' && { cardProvider: stripe }),
  ...(identities.google && { google }),
  ...(identities.apple && { apple }),
});

const SELF = "'self'";
/** Permissions policy. Geolocation is allowed on every page, since client-side navigation reaches the home page from each. */
const features = {
  camera: '()',
  microphone: '()',
  geolocation: '(self)',
  payment: '()',
  'browsing-topics': '()',
};

/** `style` is the hash of the inline style sheet; inline scripts are not allowed. */
export function policiesOf(
  opens: readonly Opening[],
  { style, allowed }: { style: string; allowed: Allowances },
): Policies {
  const content = new Map<string, string[]>([
    ['default-src', [SELF]],
    ['script-src', [SELF]],
    ['style-src', [SELF, style]],
    ['img-src', [SELF, 'data:', 'blob:', 'https:']],
    ['media-src', [SELF, 'blob:']],
    ['object-src', ["'none'"]],
    ['base-uri', ["'none'"]],
    ['form-action', [SELF]],
    ['frame-ancestors', ["'none'"]],
  ]);
  const permissions = new Map<string, string>(Object.entries(features));
  for (const opening of opens) {
    const allowance = allowed[opening];
    for (const [directive, sources] of Object.entries(allowance?.content ?? {})) {
      content.set(directive, [...(content.get(directive) ?? [SELF]), ...sources]);
    }
    for (const [feature, who] of Object.entries(allowance?.permissions ?? {})) permissions.set(feature, who);
  }
  return {
    content: [...content].map(([directive, sources]) => `${directive} ${sources.join(' ')}`).join('; '),
    permissions: [...permissions].map(([feature, who]) => `${feature}=${who}`).join(', '),
  };
}
