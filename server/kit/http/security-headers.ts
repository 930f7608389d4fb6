/** Headers that answers carry. Pages put their own content policy over the one given here. */

export interface SecurityHeaders {
  /** For data: no document comes out of it, so what governs documents is left away. Each header costs time. */
  api: Record<string, string>;
  /** For everything else. */
  page: Record<string, string>;
}

export function securityHeaders(isHttps: boolean): SecurityHeaders {
  const api = {
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    ...(isHttps ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
  const page = {
    ...api,
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-resource-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), browsing-topics=()',
  };
  return { api, page };
}
