/** What variables that are right each for itself say against each other. */
import { DEMO_DOMAIN, isDemoEmail } from '#core/domain/demo.ts';
import { isLocalHost } from './kit/http/host.ts';
import type { Values } from './variables.ts';

export function disagreements(values: Values): string[] {
  const problems: string[] = [];
  if ((values.ADMIN_EMAIL === undefined) !== (values.ADMIN_PASSWORD === undefined)) {
    problems.push('ADMIN_EMAIL, ADMIN_PASSWORD: give both or none');
  }
  if (!values.OPERATOR_NAME && (values.OPERATOR_NIPT || values.OPERATOR_ADDRESS || values.OPERATOR_CONTACT)) {
    problems.push('OPERATOR_NAME: give it with what else you say of the operator');
  }
  if (values.NODE_ENV === 'production' && values.DATABASE_URL && !values.SESSION_SECRET) {
    problems.push('SESSION_SECRET: required in production with DATABASE_URL');
  }
  if (values.DATABASE_DIRECT_URL && !values.DATABASE_URL) {
    problems.push('DATABASE_DIRECT_URL: give it with DATABASE_URL only');
  }
  const site = values.PUBLIC_URL ? new URL(values.PUBLIC_URL) : null;
  if (site && (site.pathname !== '/' || site.username || site.password || site.search || site.hash)) {
    problems.push('PUBLIC_URL: give it without a path, a user or anything behind the host and the port');
  }
  if (site && !isLocalHost(site.hostname) && isDemoEmail(values.ADMIN_EMAIL?.toLowerCase() ?? '')) {
    problems.push(`ADMIN_EMAIL: nobody of ${DEMO_DOMAIN} can sign in where PUBLIC_URL is not local`);
  }
  if (values.METRICS_PORT && values.METRICS_PORT === values.PORT) {
    problems.push('METRICS_PORT: give it another port than PORT');
  }
  return problems;
}
