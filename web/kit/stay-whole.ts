/** Where a sticky card stands: below the header; one that is higher than the window with its end in sight. */
export function stayWhole(card: HTMLElement | null): (() => void) | undefined {
  if (!card) return;
  const watch = new ResizeObserver(() => {
    card.style.top = `min(5rem, 100dvh - ${card.offsetHeight}px - 1rem)`;
  });
  watch.observe(card);
  return () => watch.disconnect();
}
