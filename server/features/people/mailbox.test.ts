import { expect, test } from 'vitest';
import { mailboxOf } from './mailbox.ts';

test.each([
  ['ana@example.al', 'ana@example.al'],
  ['Ana+1+2@Example.al', 'ana@example.al'],
  ['a.na@example.al', 'a.na@example.al'],
  ['a.n.a+x@gmail.com', 'ana@gmail.com'],
  ['a.na@GoogleMail.com', 'ana@gmail.com'],
])('a mail to %s arrives at %s', (email, mailbox) => expect(mailboxOf(email)).toBe(mailbox));
