/** A bad connection: answers that come late or not at all, though the server did its part. */
import { type APIResponse, expect, type Page, type Route } from '@playwright/test';

/** For `test.use`: what waits does not shimmer meanwhile, which took longer than all else that is done. */
export const STILL = { contextOptions: { reducedMotion: 'reduce' } } as const;

/** Lets the server do its part; Playwright's own request does not say that it comes from our page. */
export async function served(route: Route): Promise<APIResponse> {
  const headers = await route.request().allHeaders();
  const answer = await route.fetch({ headers: { ...headers, 'sec-fetch-site': 'same-origin' } });
  expect(answer.ok(), await answer.text()).toBe(true);
  return answer;
}

/** Answers of these calls arrive late; the server has done its part at once. */
export async function slow(
  page: Page,
  calls: string,
  { ms, method = 'GET' }: { ms: number; method?: string },
): Promise<void> {
  await page.route(calls, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    const answer = await served(route);
    await new Promise((resolve) => setTimeout(resolve, ms));
    return route.fulfill({ response: answer });
  });
}
