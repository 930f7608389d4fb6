/** Message catalogues by area; add a new file here. `words`: texts of the UI. `refusals`: error messages of the server, not sent to browsers. */
import type { Language } from './language.ts';

export const areas = {
  admin: { sq: () => import('./sq/admin.ts'), en: () => import('./en/admin.ts') },
  'admin-requests': { sq: () => import('./sq/admin-requests.ts'), en: () => import('./en/admin-requests.ts') },
  'admin-support': { sq: () => import('./sq/admin-support.ts'), en: () => import('./en/admin-support.ts') },
  'admin-users': { sq: () => import('./sq/admin-users.ts'), en: () => import('./en/admin-users.ts') },
  about: { sq: () => import('./sq/about.ts'), en: () => import('./en/about.ts') },
  account: { sq: () => import('./sq/account.ts'), en: () => import('./en/account.ts') },
  app: { sq: () => import('./sq/app.ts'), en: () => import('./en/app.ts') },
  back: { sq: () => import('./sq/back.ts'), en: () => import('./en/back.ts') },
  codes: { sq: () => import('./sq/codes.ts'), en: () => import('./en/codes.ts') },
  dealers: { sq: () => import('./sq/dealers.ts'), en: () => import('./en/dealers.ts') },
  deal: { sq: () => import('./sq/deal.ts'), en: () => import('./en/deal.ts') },
  'every-page': { sq: () => import('./sq/every-page.ts'), en: () => import('./en/every-page.ts') },
  find: { sq: () => import('./sq/find.ts'), en: () => import('./en/find.ts') },
  follows: { sq: () => import('./sq/follows.ts'), en: () => import('./en/follows.ts') },
  forms: { sq: () => import('./sq/forms.ts'), en: () => import('./en/forms.ts') },
  help: { sq: () => import('./sq/help.ts'), en: () => import('./en/help.ts') },
  legal: { sq: () => import('./sq/legal.ts'), en: () => import('./en/legal.ts') },
  mail: { sq: () => import('./sq/mail.ts'), en: () => import('./en/mail.ts') },
  memberships: { sq: () => import('./sq/memberships.ts'), en: () => import('./en/memberships.ts') },
  'own-deals': { sq: () => import('./sq/own-deals.ts'), en: () => import('./en/own-deals.ts') },
  'own-salon': { sq: () => import('./sq/own-salon.ts'), en: () => import('./en/own-salon.ts') },
  media: { sq: () => import('./sq/media.ts'), en: () => import('./en/media.ts') },
  moderation: { sq: () => import('./sq/moderation.ts'), en: () => import('./en/moderation.ts') },
  notifications: { sq: () => import('./sq/notifications.ts'), en: () => import('./en/notifications.ts') },
  oversight: { sq: () => import('./sq/oversight.ts'), en: () => import('./en/oversight.ts') },
  payments: { sq: () => import('./sq/payments.ts'), en: () => import('./en/payments.ts') },
  privacy: { sq: () => import('./sq/privacy.ts'), en: () => import('./en/privacy.ts') },
  push: { sq: () => import('./sq/push.ts'), en: () => import('./en/push.ts') },
  receipt: { sq: () => import('./sq/receipt.ts'), en: () => import('./en/receipt.ts') },
  sales: { sq: () => import('./sq/sales.ts'), en: () => import('./en/sales.ts') },
  salon: { sq: () => import('./sq/salon.ts'), en: () => import('./en/salon.ts') },
  sandbox: { sq: () => import('./sq/sandbox.ts'), en: () => import('./en/sandbox.ts') },
  settings: { sq: () => import('./sq/settings.ts'), en: () => import('./en/settings.ts') },
  shopping: { sq: () => import('./sq/shopping.ts'), en: () => import('./en/shopping.ts') },
} satisfies Record<string, Record<Language, () => Promise<{ words: object; refusals?: object }>>>;

type Areas = typeof areas;
/** The Albanian files are the source of keys and placeholders. */
type Source = { [Name in keyof Areas]: Awaited<ReturnType<Areas[Name]['sq']>> }[keyof Areas];
type All<Part extends string> = Source extends infer File
  ? File extends Record<Part, infer Texts>
    ? Texts
    : never
  : never;
/** Intersection of a union. */
type Joined<Texts> = (Texts extends unknown ? (texts: Texts) => void : never) extends (texts: infer Both) => void
  ? Both
  : never;

export type Words = Joined<All<'words'>>;
export type Refusals = Joined<All<'refusals'>>;
/** Areas that a page loads in addition to `every-page`. */
export type Area = Exclude<keyof Areas, 'every-page'>;
