import { useEffect } from 'react';
import { useLocation } from './location.tsx';

/** Scrolls to the element of this id when the address names it; call it where the element is rendered. */
export function useAnchor(id: string): void {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: again for each navigation
  useEffect(() => {
    if (hash === `#${id}`) document.getElementById(id)?.scrollIntoView();
  }, [hash, key, id]);
}
