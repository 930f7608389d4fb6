/** What a third party vouches with is its own, for this shop, and for now. */
import type { Guard } from './guard.ts';

const tokens = 'server/gateways/identity/id-tokens.ts';
const keys = 'server/gateways/identity/provider-keys.ts';
const google = 'server/gateways/identity/google.ts';
const apple = 'server/gateways/identity/apple.ts';
const credentials = (test: string) => ['server/gateways/identity/id-tokens.test.ts', test] as const;
const kept = (test: string) => ['server/gateways/identity/provider-keys.test.ts', test] as const;
const config = (test: string) => ['server/config.test.ts', test] as const;

export const guards: readonly Guard[] = [
  {
    without: 'whoever knows a public key signs credentials with it, or signs none',
    file: tokens,
    take: "algorithms: ['RS256'],",
    falls: credentials('another algorithm of a key that is told'),
  },
  {
    without: 'what was signed for another shop opens accounts here',
    file: tokens,
    take: 'audience: clientId,',
    falls: credentials('another shop is no credential'),
  },
  {
    without: 'what anybody signed counts as signed by Google',
    file: tokens,
    take: 'issuer: issuer.issuers,',
    falls: credentials('another issuer is no credential'),
  },
  {
    without: 'a credential of last year opens an account',
    file: tokens,
    take: 'maxTokenAge: OLDEST,',
    falls: credentials('what was signed long ago'),
  },
  {
    without: 'a credential never ends',
    file: tokens,
    take: "requiredClaims: ['sub', 'exp'],",
    falls: credentials('what never ends'),
  },
  {
    without: 'an access token opens an account',
    file: tokens,
    take: "if (!['JWT', undefined].includes(protectedHeader.typ)) throw new NotVouched('it is another kind of token');",
    falls: credentials('an access token of the same key'),
  },
  {
    without: 'what is for several shops opens accounts of each',
    file: tokens,
    take: "if (typeof aud !== 'string') throw new NotVouched('it is for several');",
    falls: credentials('several shops'),
  },
  {
    without: 'what another shop asked for opens accounts here',
    file: tokens,
    take: "if (azp !== undefined && azp !== clientId) throw new NotVouched('another asked for it');",
    falls: credentials('what another asked for'),
  },
  {
    without: 'a credential that was asked for on another page signs somebody in to the account of another',
    file: tokens,
    take: "if ((claims.nonce ?? null) !== nonce) throw new NotVouched('another page asked for it');",
    falls: credentials('another page is no credential'),
  },
  {
    without: 'all who are nobody share an account',
    file: tokens,
    take: "if (typeof sub !== 'string' || sub === '' || sub.length > 255)",
    leave: 'if (sub === undefined)',
    falls: credentials('somebody without a name'),
  },
  {
    without: 'a token that names no key is tried with whichever there is',
    file: tokens,
    take: "if (typeof header.kid !== 'string') throw new NotVouched('it names no key');",
    falls: credentials('no name of a key'),
  },
  {
    without: 'a credential of any length is taken apart',
    file: tokens,
    take: "if (credential.length > MOST_LETTERS) throw new NotVouched('it is too long');",
    falls: credentials('a claim without end'),
  },
  {
    without: 'whoever says to have an address has it',
    file: tokens,
    take: "email !== null && ['true', true].includes(claims.email_verified as string | boolean)",
    leave: 'email !== null',
    falls: credentials('Google says that it is verified'),
  },
  {
    without: 'Google answers for mailboxes that are not its own',
    file: google,
    take: "/@(gmail|googlemail)\\.com$/.test(email) || (typeof hd === 'string' && hd !== '')",
    leave: "email !== '' || hd !== ''",
    falls: credentials('answers for the mailbox'),
  },
  {
    without: 'Apple answers for mailboxes that are not its own',
    file: apple,
    take: '/@(privaterelay\\.appleid|icloud|me|mac)\\.com$/.test(email)',
    leave: "email !== ''",
    falls: credentials('Apple says that it is verified'),
  },
  {
    without: 'invented names of keys make the shop ask a provider without end',
    file: keys,
    take: 'asking === null && clock.elapsed() - askedAt >= pause',
    leave: 'asking === null && pause > 0',
    falls: kept('keys that nobody has heard of'),
  },
  {
    without: 'a key that was taken back counts for ever while the provider is away',
    file: keys,
    take: 'if (known === null || age() >= WORTHLESS_MS)',
    leave: 'if (known === null)',
    falls: kept('while it is away its keys are used'),
  },
  {
    without: 'a key that was taken back counts until the shop is started anew',
    file: keys,
    take: 'age() >= OLD_MS ? renew() : null',
    leave: 'age() >= WORTHLESS_MS ? renew() : null',
    falls: kept('keys that are old are asked for again'),
  },
  {
    without: 'who signs in waits for a provider that does not answer, though its keys are known',
    file: keys,
    take: 'if (age() >= WORTHLESS_MS) await renewing;',
    leave: 'if (age() >= WORTHLESS_MS) await renewing;\n      if (age() >= OLD_MS) throw new KeysAway(name);',
    falls: kept('while it is away its keys are used'),
  },
  {
    without: 'whoever may set GOOGLE_ISSUER says who is who, from anywhere',
    file: 'server/disagreements.ts',
    take: '...(isLocalHost(hostname) ? [] : [`${party}_ISSUER: give an address of this machine only`]),',
    falls: config('who vouches for people is Google and Apple themselves'),
  },
  {
    without: 'an account has an address that no mail can be sent to',
    file: tokens,
    take: 'Email.safeParse(email).data ?? null;',
    leave: "Email && typeof email === 'string' ? email.toLowerCase() : null;",
    falls: credentials('(ana)@gmail.com'),
  },
];
