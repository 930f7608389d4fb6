/** What a test of the web asked for may be answered when it is over: the one after it hears nothing of that. */
import { screen } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { said, show } from '#test/dom.tsx';
import { toast, useToast } from './toasts.ts';
import { say } from './voice.tsx';

test('something is said when a test is over', () => {
  onTestFinished(() => {
    say('late');
    toast({ tone: 'note', title: 'late' });
  });
});

const Latest = () => <p data-testid="latest">{useToast()?.title}</p>;

test('the test after it does not hear of it', async () => {
  show(<Latest />);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect([said(), screen.getByTestId('latest').textContent]).toEqual([[], '']);
});
