/** Lets a form with unsaved changes stop Back. */
let guard: ((event: PopStateEvent) => void) | null = null;

export function guardBack(by: typeof guard): void {
  guard = by;
}

/** To be called before the router listens: some browsers call listeners on `window` in order of registration, capturing or not. */
export function captureBackFirst(): void {
  window.addEventListener('popstate', (event) => guard?.(event), true);
}
