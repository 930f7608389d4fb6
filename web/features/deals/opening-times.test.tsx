import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { heardIn, seenIn, show } from '#test/dom.tsx';
import { OpeningTimes } from './salon-block.tsx';

test('the days and hours of a salon are heard from one end to the other', () => {
  const hours = [1, 2, 3].map((weekday) => ({ weekday, opens: '09:00', closes: '21:00' }));
  show(<OpeningTimes hours={hours} />);
  const [open, closed] = screen.getAllByRole('listitem');
  expect([seenIn(open), heardIn(open)]).toEqual([
    'E hënë – e mërkurë09:00–21:00',
    'E hënë deri të mërkurën09:00 deri në 21:00',
  ]);
  expect(heardIn(closed)).toMatch(/^E enjte deri të dielën/);
});
