import type { ComponentType } from 'react';
import { useOffline } from '../kit/online.ts';
import { LoadingText } from './loading-text.tsx';
import { Offline } from './problem.tsx';

interface Props {
  Boxes?: ComponentType | undefined;
  /** `h2` in a dialog. */
  level?: 'h1' | 'h2';
}

/** Stands for a part whose script is on its way: `Boxes`, else that it loads, or what is missing without a connection. */
export function Waiting({ Boxes = LoadingText, level = 'h1' }: Props) {
  const offline = useOffline();
  return offline ? <Offline level={level} /> : <Boxes />;
}
