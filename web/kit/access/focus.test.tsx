import { act, fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useEffect, useState } from 'react';
import { expect, test } from 'vitest';
import { show } from '#test/dom.tsx';
import { focusPage, useStep } from './focus.ts';
import { keepFocus } from './keep-focus.ts';

/** The name of the focused element. */
const focused = () => {
  const active = document.activeElement;
  return active === document.body ? 'nothing' : (active?.getAttribute('aria-label') ?? active?.textContent);
};

function Page({ children }: { children: React.ReactNode }) {
  useEffect(keepFocus, []);
  return (
    <main id="content" tabIndex={-1}>
      <h1>Page</h1>
      {children}
    </main>
  );
}

/** Entries with a title link and a button that removes the entry. */
function List({ names }: { names: string[] }) {
  const [left, setLeft] = useState(names);
  return left.length === 0 ? (
    <section>
      <h2>Nothing left</h2>
      <a href="/">elsewhere</a>
    </section>
  ) : (
    <ul>
      {left.map((name) => (
        <li key={name}>
          <button type="button" onClick={() => setLeft(left.filter((other) => other !== name))}>
            remove {name}
          </button>
          <h3>
            <a href={`/${name}`}>{name}</a>
          </h3>
        </li>
      ))}
    </ul>
  );
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test.each([
  { of: 'first', removed: 'a', focus: 'b' },
  { of: 'last', removed: 'c', focus: 'b' },
])('focused list entry, $of, removed, moves focus to the title of the next one', async ({ removed, focus }) => {
  show(
    <Page>
      <List names={['a', 'b', 'c']} />
    </Page>,
  );
  await press(`remove ${removed}`);
  expect(focused()).toBe(focus);
  expect(document.activeElement?.tagName).toBe('A');
});

test('focused list entry, the only one, removed, moves focus to the heading of the replacement', async () => {
  show(
    <Page>
      <List names={['a']} />
    </Page>,
  );
  await press('remove a');
  expect(focused()).toBe('Nothing left');
});

/** A button that is removed, made inert, disabled or replaced by a link. */
function Fleeting({ way }: { way: 'removed' | 'inert' | 'disabled' | 'link' }) {
  const [isPressed, setPressed] = useState(false);
  const isGone = isPressed && (way === 'removed' || way === 'link');
  return (
    <>
      <h2>Part</h2>
      <div inert={isPressed && way === 'inert'}>
        {!isGone && (
          <button type="button" disabled={isPressed && way === 'disabled'} onClick={() => setPressed(true)}>
            press
          </button>
        )}
        {isPressed && way === 'link' && <a href="/">instead</a>}
      </div>
      <h2>Next part</h2>
    </>
  );
}

test.each([
  { way: 'removed', focus: 'Part' },
  { way: 'inert', focus: 'Part' },
  { way: 'disabled', focus: 'Part' },
  { way: 'link', focus: 'instead' },
] as const)('focused button, $way, moves focus to “$focus”', async ({ way, focus }) => {
  show(
    <Page>
      <Fleeting way={way} />
    </Page>,
  );
  await press('press');
  expect(focused()).toBe(focus);
});

/** A toast with a button beside the page. */
function WithMessage() {
  const [isSaid, setSaid] = useState(true);
  return (
    <>
      <button type="button">at work</button>
      {isSaid && (
        <ol data-messages="">
          <li>
            <button type="button" onClick={() => setSaid(false)}>
              undo
            </button>
          </li>
        </ol>
      )}
    </>
  );
}

test('focused toast, removed, returns focus to the page', async () => {
  show(
    <Page>
      <WithMessage />
    </Page>,
  );
  screen.getByRole('button', { name: 'at work' }).focus();
  await press('undo');
  expect(focused()).toBe('at work');
});

test('page, rendered late, gets focus on its heading', async () => {
  const { rerender } = show(<main id="content" tabIndex={-1} />);
  const arrive = (heading: string) =>
    rerender(
      <main id="content" tabIndex={-1}>
        <h1>{heading}</h1>
        <a href="/">elsewhere</a>
      </main>,
    );
  focusPage();
  expect(document.activeElement?.id).toBe('content');
  arrive('Late');
  await act(async () => {});
  expect(focused()).toBe('Late');
});

function Steps({ step }: { step: string }) {
  useStep(step);
  return (
    <main id="content" tabIndex={-1}>
      <h1>{step}</h1>
    </main>
  );
}

test('step, following another, gets focus on its heading; the first does not', () => {
  const { rerender } = show(<Steps step="one" />);
  expect(focused()).toBe('nothing');
  rerender(<Steps step="two" />);
  expect(focused()).toBe('two');
});

test('heading of a page, focused after pointer input, has no focus ring; after keyboard input it has', () => {
  show(
    <main id="content" tabIndex={-1}>
      <h1>Order</h1>
    </main>,
  );
  const heading = screen.getByRole('heading');
  const stop = keepFocus();
  fireEvent.keyDown(window, { key: '4' });
  fireEvent.pointerDown(window);
  focusPage();
  expect([document.activeElement?.textContent, heading.style.outlineStyle]).toEqual(['Order', 'none']);
  fireEvent.keyDown(window, { key: 'Enter' });
  focusPage();
  expect([document.activeElement?.textContent, heading.style.outlineStyle]).toEqual(['Order', '']);
  stop();
});
