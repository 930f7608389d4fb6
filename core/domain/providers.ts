/** Who vouches for people elsewhere. */
export const providers = ['google', 'apple'] as const;

export type Provider = (typeof providers)[number];

export const providerNames: Record<Provider, string> = { google: 'Google', apple: 'Apple' };
