/** Pages that hold a link keep it to themselves, and their forms work without scripts. */
import type { Guard } from './guard.ts';

const pages = 'server/pages/pages.ts';
const posting = (test: string) => ['server/features/accounts/posted-forms.test.ts', test] as const;
const telling = (test: string) => ['server/pages/secret-addresses.test.ts', test] as const;

export const guards: readonly Guard[] = [
  {
    without: 'a page that holds a link is kept',
    file: pages,
    take: 'const isPrivate = isOfOne(address) || namesSecret(address);',
    leave: 'const isPrivate = isOfOne(address);',
    falls: telling('/reset with a link is kept by nobody'),
  },
  {
    without: 'other sites are told the link that somebody came with',
    file: pages,
    take: "if (hasSecret(address)) reply.header('referrer-policy', 'same-origin');",
    falls: telling('/reset with a link is kept by nobody'),
  },
  {
    without: 'older browsers post the form of a link from nowhere, and are refused',
    file: pages,
    take: "reply.header('referrer-policy', 'same-origin')",
    leave: "reply.header('referrer-policy', 'no-referrer')",
    falls: telling('/reset with a link is kept by nobody'),
  },
  {
    without: 'a link is remembered with the other way to write its address',
    file: pages,
    take: 'status === 301 && !isSecret ?',
    leave: 'status === 301 ?',
    falls: telling('an address that is written in another way'),
  },
  {
    without: 'who posts a form without scripts is shown what programs read',
    file: 'server/kit/http/serve.ts',
    take: 'row.form && isPostedForm(request)',
    leave: 'row.form && false',
    falls: posting('what was done leads on to the page that says so'),
  },
  {
    without: 'from a refusal nothing leads back to the form',
    file: 'server/kit/http/problem-page.ts',
    take: 'const place = isPostedForm(request) ? addressIn(language, wayBack(request, problem)) : null;',
    leave: 'const place = null as string | null;',
    falls: posting('a refusal is a page that leads back to the form'),
  },
  {
    without: 'who reads English without cookies is led on in Albanian',
    file: 'server/kit/http/posted-form.ts',
    take: 'addressIn(language, `${page}?said=${said}`)',
    leave: '`${page}?said=${said}`',
    falls: posting('who reads English goes on in English'),
  },
  {
    without: 'what is put into an address becomes markup',
    file: 'server/kit/http/problem-page.ts',
    take: "escapeHtml(place ?? '')",
    leave: "place ?? ''",
    falls: posting('who reads English goes on in English'),
  },
];
