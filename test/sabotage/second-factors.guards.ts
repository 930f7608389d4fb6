/** A code beside the password. */
import type { Guard } from './guard.ts';

const service = 'server/features/second-factors/second-factors.service.ts';
const codes = (test: string) => ['server/features/second-factors/second-factors.test.ts', test] as const;

export const guards: readonly Guard[] = [
  {
    without: 'the password alone opens an account that asks for a code',
    file: 'server/features/accounts/accounts.service.ts',
    take: "if (proof === 'missing') throw new AppError(401, 'accounts.codeNeeded');",
    falls: codes('whoever has the password alone stays outside'),
  },
  {
    without: 'beside the password codes are guessed without waiting',
    file: 'server/features/accounts/accounts.service.ts',
    take: 'return !isWrongCode;',
    leave: 'return true;',
    falls: codes('codes are guessed as slowly as passwords'),
  },
  {
    without: 'what is as long as a code without being one breaks the shop',
    file: service,
    take: 'if (!isAppCode(code)) return null;',
    falls: codes('what no app shows turns nothing on'),
  },
  {
    without: 'an app counts before it showed a code',
    file: 'server/features/second-factors/second-factors.store.ts',
    take: '.where(and(eq(secondFactors.userId, userId), isNotNull(secondFactors.confirmedAt)));',
    leave: '.where(eq(secondFactors.userId, userId));',
    falls: codes('a code counts from the first that the app showed'),
  },
  {
    without: 'codes are turned on that a link to an address nobody confirmed turns off',
    file: service,
    take: "if (!user.isEmailVerified) throw new AppError(409, 'secondFactors.emailNotConfirmed');",
    falls: codes('whose address nobody confirmed'),
  },
  {
    without: 'whose email is not confirmed is led into a form that is refused',
    file: 'web/features/second-factor/two-step-section.tsx',
    take: ') : user.isEmailVerified ? (',
    leave: ') : user.id ? (',
    falls: ['web/features/second-factor/two-step.test.tsx', 'whose email is not confirmed is told'],
  },
  {
    without: 'any code confirms an app',
    file: service,
    take: 'if (step === null) throw wrongCode();',
    leave: 'if (step === null) return newCodes(tx, userId);',
    falls: codes('a code counts from the first that the app showed'),
  },
  {
    without: 'codes of five minutes count',
    file: service,
    take: 'const WINDOW = 1;',
    leave: 'const WINDOW = 10;',
    falls: codes('an app whose clock is half a minute off'),
  },
  {
    without: 'a code of before is taken after a later one',
    file: 'server/features/second-factors/second-factors.store.ts',
    take: 'coalesce(${secondFactors.lastStep}, -1) < ${step}',
    leave: 'coalesce(${secondFactors.lastStep}, -1) <> ${step}',
    falls: codes('a code opens the account once, and none before it'),
  },
  {
    without: "a recovery code opens everybody's account",
    file: 'server/features/second-factors/second-factors.store.ts',
    take: 'and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.hash, hash)',
    leave: 'and(eq(recoveryCodes.hash, hash)',
    falls: codes('a recovery code opens the account once'),
  },
  {
    without: 'recovery codes of before open the account still',
    file: 'server/features/second-factors/second-factors.store.ts',
    take: `await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.insert`,
    leave: 'await tx.insert',
    falls: codes('new recovery codes end the old ones'),
  },
  {
    without: 'whoever finds a session open gives the account an app of theirs',
    file: 'server/features/second-factors/second-factors.routes.ts',
    take: 'await askForOwner(deps, { user, password: body.password }, guesserOf(deps, request, user.email));',
    leave:
      "{ user, passwordHash: (await deps.pool.query('select password_hash as h from users where id = $1', [user.id])).rows[0].h };",
    falls: codes('whoever finds a session open neither'),
  },
  {
    without: 'another app takes the place of the one that counts',
    file: 'server/features/second-factors/second-factors.store.ts',
    take: 'setWhere: isNull(secondFactors.confirmedAt),',
    falls: codes('whoever finds a session open neither'),
  },
  {
    without: 'whoever finds a session open takes the codes away',
    file: service,
    take: 'if (!(await takeCode(tx, { ...typed, secret }))) throw wrongCode();',
    leave: 'await takeCode(tx, { ...typed, secret });',
    falls: codes('whoever finds a session open neither'),
  },
  {
    without: 'recovery codes stand in the table as they are',
    file: service,
    take: 'const hashOf = digestOf;',
    leave: 'const hashOf = (plain: string) => digestOf && plain;',
    falls: codes('no table and no line holds a recovery code'),
  },
  {
    without: 'whoever asks for new recovery codes again and again fills the audit log',
    file: 'core/contract/second-factors.ts',
    take: "limit: ['codes', 'renewals'],",
    leave: "limit: 'codes',",
    falls: ['test/limits.test.ts', 'renewals are counted'],
  },
  {
    without: 'a recovery code opens the account as often as it is typed',
    file: 'server/features/second-factors/second-factors.store.ts',
    take: 'eq(recoveryCodes.hash, hash), isNull(recoveryCodes.usedAt))',
    leave: 'eq(recoveryCodes.hash, hash))',
    falls: ['server/features/second-factors/second-factors.test.ts', 'a recovery code opens the account once'],
  },
];
