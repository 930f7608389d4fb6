import type { Page } from '@playwright/test';

/** A text as it stands on the screen; what is said besides to screen readers is no part of that. */
export const seen = (page: Page, text: string) =>
  page.locator(':not([data-voice] *)').and(page.getByText(text, { exact: true }));
