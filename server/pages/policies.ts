/** What a page may run, load and use: its own origin and nothing else, but for what its endpoint of the route table opens. */
import type { Opening } from '#web/kit/page.tsx';
import type { Cards, IdentityClients } from '#web/kit/shop-config.ts';

type Directive = 'script-src' | 'style-src' | 'img-src' | 'connect-src' | 'frame-src';

/** What has to be allowed for an opening to be of use. */
export interface Allowance {
  /** Sources by directive of the content policy. */
  content?: Partial<Record<Directive, readonly string[]>>;
  /** Who may use a feature of the device, such as `camera: '(self)'`. */
  permissions?: Readonly<Record<string, string>>;
}

export type Allowances = Partial<Record<Opening, Allowance>>;

export interface Policies {
  content: string;
  permissions: string;
}

/** Its script, the frames of its fields and of banks that ask, and whom the script calls. */
const stripe: Allowance = {
  content: {
    'script-src': ['https://js.stripe.com', 'https://*.js.stripe.com'],
    'connect-src': ['https://api.stripe.com'],
    'frame-src': ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  },
};

/** The script of its button, what that wears, the frame that it draws and whom it calls. */
const google: Allowance = {
  content: {
    'script-src': ['https://accounts.google.com/gsi/client'],
    'style-src': ['https://accounts.google.com/gsi/style'],
    'connect-src': ['https://accounts.google.com/gsi/'],
    'frame-src': ['https://accounts.google.com/gsi/'],
  },
};

/** Its script, which asks in a window of its own. */
const apple: Allowance = {
  content: {
    'script-src': ['https://appleid.cdn-apple.com/appleauth/static/jsapi/appleid/'],
    'connect-src': ['https://appleid.apple.com'],
    'frame-src': ['https://appleid.apple.com'],
  },
};

/** An opening to somebody else is listed once the configuration says to whom; without it the page stays closed. */
export const allowancesOf = ({ cards, identities }: { cards: Cards; identities: IdentityClients }): Allowances => ({
  camera: { permissions: { camera: '(self)' } },
  ...(cards === 'stripe' && { cardProvider: stripe }),
  ...(identities.google && { google }),
  ...(identities.apple && { apple }),
});

const SELF = "'self'";
/** Who may use what of the device. Where somebody is may be asked on every page: home is reached from each without loading anew. */
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
