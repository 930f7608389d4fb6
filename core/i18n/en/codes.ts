/** Words of a code beside the password. */
import type * as sq from '../sq/codes.ts';

export const words: Record<keyof typeof sq.words, string> = {
  'twoStep.title': 'Two-step sign-in',
  'twoStep.about':
    'Beside your password, a code from your phone is asked for. Whoever knows the password alone stays outside.',
  'twoStep.on': 'On',
  'twoStep.off': 'Off',
  'twoStep.left.one': 'You have {count} recovery code left.',
  'twoStep.left.other': 'You have {count} recovery codes left.',
  'twoStep.notFetched': 'Whether two-step sign-in is on could not be loaded.',
  'twoStep.begin': 'Turn on two-step sign-in',
  'twoStep.begin.about':
    'You need an app for codes on your phone, such as Google Authenticator, Microsoft Authenticator or Aegis.',
  'twoStep.password': 'Your password',
  'twoStep.next': 'Continue',
  'twoStep.wait': 'One moment...',
  'twoStep.scan': 'Scan this code with the app, or type the key.',
  'twoStep.open': 'Open in the app on this phone',
  'twoStep.qr': 'QR code with the key for the app',
  'twoStep.key': 'Key',
  'twoStep.code': 'Code from your app',
  'twoStep.code.hint': 'Six digits, or a recovery code',
  'twoStep.code.first': 'The six digits that the app shows now',
  'twoStep.confirm': 'Turn on',
  'twoStep.recovery': 'Recovery codes',
  'twoStep.recovery.about':
    'With a recovery code you come in when your phone is not with you. Each works once. Keep them now: they are not shown again.',
  'twoStep.copy': 'Copy the codes',
  'twoStep.copied': 'Codes copied',
  'twoStep.copyFailed': 'The codes were not copied. Write them down or take a screenshot.',
  'twoStep.kept': 'I kept them',
  'twoStep.renew': 'New recovery codes',
  'twoStep.renew.about': 'The old ones will no longer work.',
  'twoStep.end': 'Turn off two-step sign-in',
  'twoStep.end.about': 'After this, the password alone is enough to sign in.',
  'twoStep.ended': 'Two-step sign-in is off',
  'twoStep.failed': 'This did not work. Try again.',
};
