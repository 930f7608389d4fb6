import { Figures } from './figures.tsx';
import { Statements } from './statements.tsx';

export function FiguresTab() {
  return (
    <>
      <Figures />
      <Statements />
    </>
  );
}
