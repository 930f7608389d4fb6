/** What somebody hears whom a provider did not bring in: whatever was wrong, the same. */
import type { Provider } from '#core/domain/accounts.ts';
import { AppError } from '#server/kit/http/errors.ts';

const codes = { google: 'identities.googleFailed', apple: 'identities.appleFailed' } as const;
const away = { google: 'identities.googleAway', apple: 'identities.appleAway' } as const;

export const failed = (provider: Provider, status = 401) => new AppError(status, codes[provider]);

export const whileAway = (provider: Provider) => new AppError(503, away[provider], { retryAfter: 30 });
