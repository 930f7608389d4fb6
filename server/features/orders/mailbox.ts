const WITHOUT_DOTS = ['gmail.com', 'googlemail.com'];

/** Where a mail to this address arrives: what stands behind a plus is the same mailbox, and so are dots where they say nothing. */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const [domain, name = ''] = [email.slice(at + 1).toLowerCase(), email.slice(0, at).toLowerCase().split('+')[0]];
  return `${WITHOUT_DOTS.includes(domain) ? name.replaceAll('.', '') : name}@${domain}`;
}
