import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

/** As the translators of browsers do. */
function translate(node: Node): void {
  for (const child of [...node.childNodes]) translate(child);
  if (!(node instanceof Text)) return;
  const font = document.createElement('font');
  font.textContent = node.data;
  node.replaceWith(font);
}

interface Props {
  typed: number;
  isFull?: boolean;
  note?: string;
}

const Counter = ({ typed, isFull = false, note = '' }: Props) => (
  <p role="status">
    {isFull && <b>Full: </b>}
    {typed} / 500
    <i>!</i>
    {note}
  </p>
);

test('text beside other children, replaced by a translator, is updated, removed and preceded by an element', () => {
  const { rerender } = render(<Counter typed={0} note=" Begin" />);
  const counter = screen.getByRole('status');
  expect(counter.innerHTML).toBe('<span>0 / 500</span><i>!</i><span> Begin</span>');
  translate(counter);
  rerender(<Counter typed={9} />);
  expect(counter.textContent).toBe('9 / 500!');
  translate(counter);
  rerender(<Counter typed={500} isFull note=" Done" />);
  expect(counter.textContent).toBe('Full: 500 / 500! Done');
});
