/**
 * What takes long and seldom falls alone: shops that are started, killed and restored as processes, everything times everything, real
 * time, and screens on bad lines, at every width or looked at closely. CI tries it each time; `npm test` leaves it out, so as to take minutes.
 */
export const longTests = [
  'scripts/backup.test.ts',
  'scripts/db.test.ts',
  'scripts/install.test.ts',
  'scripts/package.test.ts',
  'scripts/rate.test.ts',
  'scripts/start.test.ts',
  'server/features/accounts/guessing.test.ts',
  'server/features/payments/any-order.test.ts',
  'server/gateways/payments/provider.test.ts',
  'server/kit/backup/backup.test.ts',
  'server/kit/http/in-time.test.ts',
  'server/pages/markup.test.ts',
  'test/canaries.test.ts',
  'test/database-away.test.ts',
  'test/dev.test.ts',
  'test/draining.test.ts',
  'test/fields.test.ts',
  'test/fuzz.test.ts',
  'test/kill-points.test.ts',
  'test/lifecycle.test.ts',
  'test/origins.test.ts',
  'test/paid-histories.test.ts',
  'test/races.test.ts',
];

export const longJourneys = [
  'everybody-can-use-it-by-ear.spec.ts',
  'everybody-can-use-it.spec.ts',
  'machines-read-the-pages.spec.ts',
  'reader-of-messages.spec.ts',
  'shopper-loses-the-connection.spec.ts',
  'shopper-on-a-slow-line.spec.ts',
  'shopper-orders-on-a-slow-line.spec.ts',
  'shopper-with-a-keyboard.spec.ts',
  'visitor-at-a-desk.spec.ts',
  'visitor-chooses-language-and-city.spec.ts',
  'visitor-comes-back.spec.ts',
  'visitor-follows-addresses.spec.ts',
  'visitor-meets-trouble.spec.ts',
  'visitor-opens-deals.spec.ts',
  'visitor-waits.spec.ts',
  'visitor-wants-calm.spec.ts',
  'visitor-weighs-a-deal.spec.ts',
];
